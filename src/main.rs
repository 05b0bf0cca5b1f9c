//! Arguments and streams in, exit code out.

mod cli;
mod output;

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use cli::{Cli, ColorWhen, Command, Explain, FailOn, Inspect, PageFormat, UpdateHow, Validate};
use wirecheck::explain;
use wirecheck::finding::Code;
use wirecheck::init::init;
use wirecheck::inspect::{self, inspect};
use wirecheck::pin::Change;
use wirecheck::report::{Detail, Ink, Look, neutral};
use wirecheck::run::{FileRole, list, update, validate};
use wirecheck::wording::{nearest, shorten};

fn main() -> ExitCode {
    let command = Cli::parse().command;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let outcome = match &command {
        Command::Validate(arguments) if arguments.scope.show_files => {
            show_files(arguments, &mut out)
        }
        Command::Validate(arguments) => run(arguments, &mut out),
        Command::Inspect(arguments) => look_into(arguments, &mut out),
        Command::Explain(arguments) => explain(arguments, &mut out),
        Command::Init(arguments) => begin(&arguments.folder, &mut out),
        Command::Completions(arguments) => {
            // Not written straight away: the generator takes a closed pipe for a fault.
            let mut script = Vec::new();
            clap_complete::generate(arguments.shell, &mut Cli::command(), "wirecheck", &mut script);
            out.write_all(&script).map(|()| 0)
        }
        Command::Man(arguments) => man(arguments.command.as_deref(), &mut out),
    };
    let outcome = outcome.and_then(|code| out.flush().map(|()| code));
    match outcome {
        Ok(code) => ExitCode::from(code),
        // Whoever reads the report has seen enough: that is no failure, and says nothing either way.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: the report cannot be written: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Validate, out: &mut dyn Write) -> io::Result<u8> {
    let (options, mut stdin) = (arguments.options(), io::stdin().lock());
    if arguments.update == Some(UpdateHow::Local) && is_ci() {
        complain(
            "pins are not written where the environment has `CI`",
            Some("write them elsewhere and commit them, or say `--update=force`"),
        );
        return Ok(2);
    }
    let done = match arguments.update {
        None => validate(&options, &mut stdin).map(|report| (report, None)),
        Some(_) => update(&options, &mut stdin).map(|(report, changes)| (report, Some(changes))),
    };
    let (report, changes) = match done {
        Ok(done) => done,
        Err(error) => {
            complain(&error.to_string(), error.help().as_deref());
            return Ok(2);
        }
    };
    let look = Look {
        max_findings: arguments.max_findings,
        detail: match (arguments.quiet, arguments.verbose) {
            (true, _) => Detail::Quiet,
            (false, false) => Detail::Usual,
            (false, true) => Detail::Verbose,
        },
        ..look(arguments.color)
    };
    if let Some(changes) = changes.filter(|_| !arguments.quiet) {
        tell(&changes);
    }
    if let Err(message) = output::write_all(&report, arguments, &look, out)? {
        complain(&message, None);
        return Ok(2);
    }
    Ok(report.exit_code(arguments.fail_on == FailOn::Warning))
}

/// Prints which files would be read: paths alone, which other programs take, or with what each is for.
fn show_files(arguments: &Validate, out: &mut dyn Write) -> io::Result<u8> {
    let listed = match list(&arguments.options(), &mut io::stdin().lock()) {
        Ok(listed) => listed,
        Err(error) => {
            complain(&error.to_string(), error.help().as_deref());
            return Ok(2);
        }
    };
    for file in listed {
        let name = neutral(&file.name);
        match arguments.verbose {
            true => writeln!(out, "{:<12} {name}", file.role.name())?,
            false if file.role == FileRole::Skipped => {}
            false => writeln!(out, "{name}")?,
        }
    }
    Ok(0)
}

/// Whether nobody is there who would look at what is written.
fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}

/// Says what was done to pins.
fn tell(changes: &[Change]) {
    let mut err = io::stderr().lock();
    for change in changes {
        let (done, why) = change.act.words();
        // Nowhere is left to say that this failed.
        let _ = writeln!(err, "{done} {}{why}", neutral(&change.name));
    }
    let _ = match changes.len() {
        0 => writeln!(err, "no pin changed"),
        1 => writeln!(err, "1 pin changed"),
        number => writeln!(err, "{number} pins changed"),
    };
}

fn look_into(arguments: &Inspect, out: &mut dyn Write) -> io::Result<u8> {
    let options = arguments.options();
    let (look, full) = (look(arguments.color), arguments.full);
    let is_json = arguments.format == PageFormat::Json;
    let inspected = match inspect(&options, &mut io::stdin().lock()) {
        Ok(inspected) => inspected,
        Err(error) => {
            complain(&error.to_string(), error.help().as_deref());
            return Ok(2);
        }
    };
    let Some(address) = &arguments.at else {
        if is_json {
            inspect::write_json(&inspected, out)?;
        } else {
            inspect::render(&inspected, &look, full, out)?;
        }
        return Ok(0);
    };
    match inspected.at(address, &options) {
        Ok(shown) if is_json => inspect::write_shown_json(&inspected, &shown, out)?,
        Ok(shown) => inspect::render_shown(&inspected, &shown, &look, full, out)?,
        Err(error) => {
            complain(&error.to_string(), error.help().as_deref());
            return Ok(2);
        }
    }
    Ok(0)
}

fn explain(arguments: &Explain, out: &mut dyn Write) -> io::Result<u8> {
    let look = look(arguments.color);
    let name = arguments.code.as_deref().unwrap_or_default();
    if let Some(code) = Code::from_name(name) {
        match arguments.format {
            PageFormat::Json => explain::write_json(code, out)?,
            // Off a terminal the page itself is of more use than its rendering.
            PageFormat::Human if !look.ink.is_coloured && !io::stdout().is_terminal() => {
                out.write_all(code.page().as_bytes())?;
            }
            PageFormat::Human => explain::render(code, &look, out)?,
        }
        return Ok(0);
    }
    let is_listed = |code: &&Code| arguments.list || code.group() == name.trim_end_matches("/*");
    let codes: Vec<Code> = Code::ALL.iter().filter(is_listed).copied().collect();
    if codes.is_empty() {
        let near = nearest(name, Code::ALL.iter().map(|code| code.name()));
        let near = near.or_else(|| Code::ALL.iter().map(|c| c.name()).find(|c| c.ends_with(name)));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`wirecheck explain --list` shows all codes".to_owned(),
        };
        complain(&format!("there is no code `{}`", shorten(name)), Some(&help));
        return Ok(2);
    }
    match arguments.format {
        PageFormat::Human => explain::render_list(&codes, &look, out)?,
        PageFormat::Json => explain::write_list_json(&codes, out)?,
    }
    Ok(0)
}

/// Makes a contract folder.
fn begin(folder: &Path, out: &mut dyn Write) -> io::Result<u8> {
    match init(folder) {
        Ok(paths) => {
            for path in paths {
                writeln!(out, "{}", neutral(&path.to_string_lossy().replace('\\', "/")))?;
            }
            Ok(0)
        }
        Err(error) => {
            complain(&error.to_string(), None);
            Ok(2)
        }
    }
}

fn man(command: Option<&str>, out: &mut dyn Write) -> io::Result<u8> {
    let mut whole = Cli::command();
    whole.build();
    let page = match command {
        None => Some(whole),
        Some(name) => whole.find_subcommand(name).cloned(),
    };
    let Some(page) = page else {
        complain(&format!("there is no command `{}`", shorten(command.unwrap_or_default())), None);
        return Ok(2);
    };
    clap_mangen::Man::new(page).render(out)?;
    Ok(0)
}

fn complain(message: &str, help: Option<&str>) {
    let mut err = io::stderr().lock();
    // Nowhere is left to say that even this failed.
    let _ = writeln!(err, "error: {}", neutral(message));
    if let Some(help) = help {
        let _ = writeln!(err, " help: {}", neutral(help));
    }
}

/// How text is to look on this standard output.
fn look(color: ColorWhen) -> Look {
    const PLAIN_WIDTH: usize = 100;
    let is_terminal = io::stdout().is_terminal();
    let is_coloured = match color {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        ColorWhen::Auto => {
            anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
        }
    };
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let own = || terminal_size::terminal_size().filter(|_| is_terminal);
    let width: Option<usize> = asked.or_else(|| own().map(|(width, _)| usize::from(width.0)));
    let is_unicode = !is_terminal || supports_unicode::on(supports_unicode::Stream::Stdout);
    Look {
        ink: Ink { is_coloured, is_unicode },
        width: width.unwrap_or(PLAIN_WIDTH).max(40),
        max_findings: None,
        detail: Detail::Usual,
    }
}
