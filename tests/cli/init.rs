//! A folder to begin with, completions and manual pages.

use crate::folder::Folder;

#[test]
fn a_new_folder_holds_its_contract_and_is_not_written_over() {
    let folder = Folder::new();
    insta::assert_snapshot!("made", folder.run(&["init", "weather"]));
    let shown = folder.run(&["validate", "weather", "-v", "--format", "concise"]);
    insta::assert_snapshot!("as-made", shown);
    let shown = folder.run(&["validate", "weather", "--update", "--quiet"]);
    assert_eq!(shown, "--- exit 0\n", "the pin is as it would be written");
    insta::assert_snapshot!("again", folder.run(&["init", "weather"]));
    // One file in the way is enough, and then nothing is written.
    let folder = Folder::new().file("samples/get_weather/valid/call.json", "mine");
    insta::assert_snapshot!("in-the-way", folder.run(&["init"]));
    assert!(!folder.path().join("schemas").exists());
    let mine = std::fs::read_to_string(folder.path().join("samples/get_weather/valid/call.json"));
    assert_eq!(mine.expect("the file"), "mine");
}

#[test]
fn what_a_user_does_next_is_seen() {
    let folder = Folder::new();
    folder.run(&["init"]);
    // The constraint is lost: the sample is accepted.
    let schema = std::fs::read_to_string(folder.path().join("schemas/get_weather.json"));
    let lax = schema.expect("the schema").replace(r#"{ "enum": ["celsius", "fahrenheit"] }"#, "{}");
    let folder = folder.file("schemas/get_weather.json", lax);
    insta::assert_snapshot!("constraint-lost", folder.run(&["validate"]));
    // A new invalid sample has no pin yet, then gets one.
    let folder = Folder::new();
    folder.run(&["init"]);
    let folder = folder.file("samples/get_weather/invalid/no-city.json", "{}");
    insta::assert_snapshot!("not-pinned", folder.run(&["validate"]));
    insta::assert_snapshot!("pinned", folder.run(&["validate", "-u"]));
}

#[test]
fn completions_and_pages_know_all_commands_and_options() {
    let folder = Folder::new();
    let help = folder.run(&["validate", "--help"]);
    let is_option = |word: &&str| word.starts_with("--") && !word.starts_with("---");
    let options = help.split_whitespace().filter(is_option);
    let options: Vec<&str> = options.map(|word| word.trim_end_matches([',', '.'])).collect();
    assert!(options.len() > 15, "{options:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let shown = folder.run(&["completions", shell]);
        assert!(shown.ends_with("--- exit 0\n"), "{shell}");
        for command in ["validate", "inspect", "explain", "init", "completions", "man"] {
            assert!(shown.contains(command), "{shell} lacks {command}");
        }
        assert!(shown.contains("max-findings"), "{shell}");
    }
    let page = folder.run(&["man", "validate"]);
    for option in options {
        let name = option.split(['=', '[', '>']).next().unwrap_or_default();
        assert!(page.contains(&name.replace('-', "\\-")), "the page lacks {name}");
    }
    assert!(folder.run(&["man"]).contains("wirecheck\\-inspect"));
    insta::assert_snapshot!(folder.run(&["man", "valdate"]), @r"
    --- standard error
    error: there is no command `valdate`
    --- exit 2
    ");
}
