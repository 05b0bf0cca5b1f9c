//! Arguments and streams in, exit code out.

mod cli;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, ColorWhen, Command, FailOn, Validate};
use wirecheck::report::{Detail, Ink, Look, formats, neutral};
use wirecheck::run::{Error, validate};

fn main() -> ExitCode {
    let Command::Validate(arguments) = Cli::parse().command;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let outcome = run(&arguments, &mut out).and_then(|code| out.flush().map(|()| code));
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
    let report = match validate(&arguments.options(), &mut io::stdin().lock()) {
        Ok(report) => report,
        Err(error) => {
            complain(&error);
            return Ok(2);
        }
    };
    let name = arguments.format.name();
    let format = formats().iter().find(|(known, _)| *known == name);
    let (_, format) = format.expect("every name of the command line is a format");
    report.write(*format, &look(arguments), out)?;
    Ok(report.exit_code(arguments.fail_on == FailOn::Warning))
}

fn complain(error: &Error) {
    let mut err = io::stderr().lock();
    // Nowhere is left to say that even this failed.
    let _ = writeln!(err, "error: {}", neutral(&error.to_string()));
    if let Some(help) = error.help() {
        let _ = writeln!(err, " help: {}", neutral(&help));
    }
}

/// How the report is to look on this standard output.
fn look(arguments: &Validate) -> Look {
    const PLAIN_WIDTH: usize = 100;
    let is_terminal = io::stdout().is_terminal();
    let is_coloured = match arguments.color {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        ColorWhen::Auto => {
            anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
        }
    };
    let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let is_unicode = !is_terminal || supports_unicode::on(supports_unicode::Stream::Stdout);
    let detail = match (arguments.quiet, arguments.verbose) {
        (true, _) => Detail::Quiet,
        (false, false) => Detail::Usual,
        (false, true) => Detail::Verbose,
    };
    Look {
        ink: Ink { is_coloured, is_unicode },
        width: width.filter(|_| is_terminal).unwrap_or(PLAIN_WIDTH).max(40),
        max_findings: arguments.max_findings,
        detail,
    }
}
