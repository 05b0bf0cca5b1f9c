//! What other programs read: each format in the column unit of its consumer, and when each is
//! written.

use serde_json::Value;

use crate::folder::Folder;

/// A byte-order mark, CRLF, a tab, é and a character beyond the basic plane before the defect.
fn golden() -> Folder {
    let text = "\u{feff}{\r\n\t\"city\":\"é🎉\",\"unit\":7}\r\n";
    Folder::with_tools().file("samples/get_weather/valid/golden.json", text)
}

fn report(folder: &Folder, format: &str) -> String {
    let shown = folder.run(&["validate", "--format", format]);
    let (report, exit) = shown.split_once("--- exit").expect("the exit is shown");
    assert_eq!(exit, " 1\n", "{shown}");
    report.to_owned()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

fn schema_line(report: &str) -> &str {
    report.lines().find(|line| line.contains("schema/")).expect("a schema finding")
}

#[test]
fn columns_are_in_the_unit_of_the_consumer() {
    let folder = golden();
    let jsonl = json(schema_line(&report(&folder, "jsonl")));
    assert_eq!(jsonl["start"], serde_json::json!({ "line": 2, "column": 21 }));
    let rdjsonl = json(schema_line(&report(&folder, "rdjsonl")));
    let start = &rdjsonl["location"]["range"]["start"];
    assert_eq!(*start, serde_json::json!({ "line": 2, "column": 25 }));
    let github = report(&folder, "github");
    assert!(github.contains(",line=2,endLine=2,col=21,endColumn=22,title=schema/"), "{github}");
    for format in ["agent", "markdown", "junit"] {
        let shown = report(&folder, format);
        assert!(shown.contains("golden.json:2:21"), "{shown}");
    }
    let gitlab = json(&report(&folder, "gitlab"));
    let lines: Vec<&Value> = gitlab
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| &it["location"]["lines"]["begin"])
        .collect();
    assert!(lines.contains(&&serde_json::json!(2)), "{gitlab}");
}

#[test]
fn sarif_has_what_the_specification_requires() {
    let log = json(&report(&golden(), "sarif"));
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "utf16CodeUnits");
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let results = run["results"].as_array().expect("results");
    for result in results {
        let rule = &rules[result["ruleIndex"].as_u64().expect("an index") as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(rule["help"]["text"].as_str().is_some_and(|text| !text.is_empty()));
        assert!(result["partialFingerprints"]["primaryLocationLineHash"].is_string());
        assert!(result["message"]["text"].is_string());
    }
    let is_schema = |it: &&Value| it["ruleId"].as_str().is_some_and(|id| id.starts_with("schema/"));
    let result = results.iter().find(is_schema).expect("a schema finding");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "samples/get_weather/valid/golden.json");
    assert_eq!(place["region"]["startColumn"], 22);
    assert!(result["relatedLocations"][0]["physicalLocation"].is_object());
}

#[test]
fn detection_adds_annotations_and_takes_nothing_away() {
    let mut folder = golden();
    let human = folder.run(&["validate"]);
    let (report, exit) = human.split_once("--- exit").expect("the exit is shown");
    folder.environment = vec![("CI", "true"), ("NO_COLOR", "1")];
    assert_eq!(folder.run(&["validate"]), human);
    folder.environment = vec![("GITHUB_ACTIONS", "true"), ("GITHUB_STEP_SUMMARY", "summary.md")];
    let shown = folder.run(&["validate"]);
    assert!(shown.starts_with(report) && shown.contains("\n::error "), "{shown}");
    assert!(shown.ends_with(exit));
    let summary = std::fs::read_to_string(folder.path().join("summary.md"));
    assert!(summary.expect("it is written").contains("| error | schema/"));
    assert_eq!(folder.run(&["validate", "--format", "human"]), human);
    folder.environment = vec![("AI_AGENT", "1")];
    assert!(folder.run(&["validate"]).contains("\nsummary: checked:"));
    folder.environment = vec![("AI_AGENT", "1"), ("WIRECHECK_FORMAT", "human")];
    assert_eq!(folder.run(&["validate"]), human);
}

#[test]
fn several_reports_in_one_run() {
    let folder = golden();
    let outputs = ["validate", "--output", "sarif=a.sarif", "--output", "junit=b.xml"];
    assert_eq!(folder.run(&outputs), folder.run(&["validate"]));
    let read =
        |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("it is written");
    assert_eq!(json(&read("a.sarif"))["version"], "2.1.0");
    assert!(read("b.xml").contains("<failure "));
    let shown = folder.run(&["validate", "--output", "junit=missing/b.xml"]);
    assert!(shown.contains("`missing/b.xml` cannot be written") && shown.ends_with("exit 2\n"));
}

#[test]
fn github_gets_ten_annotations_of_a_level_and_the_rest_in_a_group() {
    let mut folder = Folder::with_tools();
    for number in 0..12 {
        let path = format!("samples/get_weather/valid/a,b%{number}.json");
        folder = folder.file(&path, r#"{"city":"Oslo","unit":"%:,"}"#);
    }
    let shown = report(&folder, "github");
    let commands: Vec<&str> = shown.lines().filter(|line| line.starts_with("::error ")).collect();
    assert_eq!(commands.len(), 10);
    assert!(shown.contains("\n::group::2 more findings\nerror[schema/"), "{shown}");
    assert!(shown.ends_with("\n::endgroup::\n"));
    let (properties, _) = commands[0]["::error ".len()..].split_once("::").expect("a message");
    let values: Vec<(&str, &str)> =
        properties.split(',').map(|it| it.split_once('=').expect("a value")).collect();
    let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["file", "line", "endLine", "col", "endColumn", "title"]);
    let file = values[0].1.replace("%2C", ",").replace("%3A", ":").replace("%25", "%");
    assert_eq!(file, "samples/get_weather/valid/a,b%0.json");
}

#[test]
fn each_format_of_the_golden_line() {
    let folder = golden().file("samples/get_weather/valid/good.json", r#"{"city":"Oslo"}"#);
    for format in ["jsonl", "sarif", "github", "gitlab", "junit", "rdjsonl", "agent", "markdown"] {
        let shown = report(&folder, format);
        // Pages and the version change, and are not what is shown here.
        let shown = match format {
            "sarif" => {
                let mut log = json(&shown);
                let driver = &mut log["runs"][0]["tool"]["driver"];
                driver["semanticVersion"] = "[version]".into();
                for rule in driver["rules"].as_array_mut().expect("rules") {
                    rule["help"] = "[page]".into();
                }
                serde_json::to_string_pretty(&log).expect("it is JSON")
            }
            _ => shown,
        };
        insta::assert_snapshot!(format!("golden-{format}"), shown);
    }
}

/// What a reader of `JUnit` files gets.
#[test]
fn junit_is_xml_that_counts_what_it_holds() {
    for folder in [golden(), crate::hostile::folder()] {
        let folder = folder
            .file("samples/get_weather/valid/good.json", r#"{"city":"Oslo"}"#)
            .file("samples/get_weather/valid/cdata.json", r#"{"]]>&<\u0000\uFFFF":1}"#)
            .file("schemas/broken.json", r#"{"name":"broken","inputSchema":{"type":"strin"}}"#);
        let shown = report(&folder, "junit");
        let document = roxmltree::Document::parse(&shown).expect("it is XML");
        let suites = document.root_element();
        assert_eq!(suites.tag_name().name(), "testsuites");
        let count = |name: &str| {
            let all = document.descendants().filter(|node| node.has_tag_name(name));
            all.count().to_string()
        };
        for element in [suites, suites.first_element_child().expect("a suite")] {
            assert_eq!(element.attribute("tests"), Some(&*count("testcase")));
            assert_eq!(element.attribute("failures"), Some(&*count("failure")));
            assert_eq!(element.attribute("errors"), Some(&*count("error")));
            assert_eq!(element.attribute("skipped"), Some(&*count("skipped")));
        }
        let cases = document.descendants().filter(|node| node.has_tag_name("testcase"));
        let has_verdict = |name: &str| {
            let mut cases = cases.clone();
            let case =
                cases.find(|case| case.attribute("name").is_some_and(|it| it.ends_with(name)));
            case.expect("the case").first_element_child().map(|child| child.tag_name().name())
        };
        assert_eq!(has_verdict("valid/good.json"), None, "those that pass are cases too");
        assert_eq!(has_verdict("valid/cdata.json"), Some("failure"));
        assert_eq!(has_verdict("schemas/broken.json"), Some("error"));
    }
}

/// What the runner of GitHub reads: the properties and messages of commands, unescaped as it does.
#[test]
fn commands_are_read_back_as_they_were_meant() {
    let folder = crate::hostile::folder();
    let shown = report(&folder, "github");
    let jsonl = report(&folder, "jsonl");
    let messages: Vec<String> = jsonl
        .lines()
        .map(|line| json(line)["message"].as_str().expect("a message").to_owned())
        .collect();
    let unescape = |text: &str| {
        let text = text.replace("%0D", "\r").replace("%0A", "\n");
        text.replace("%3A", ":").replace("%2C", ",").replace("%25", "%")
    };
    for line in shown.lines() {
        let Some(command) = line.strip_prefix("::") else {
            panic!("no command, and no group was asked for: {line}");
        };
        let (head, message) = command.split_once("::").expect("a message");
        let (level, properties) = head.split_once(' ').expect("properties");
        assert!(matches!(level, "error" | "warning" | "notice"), "{line}");
        for property in properties.split(',') {
            let (name, value) = property.split_once('=').expect("a value");
            let value = unescape(value);
            let is_fine = match name {
                "file" => value.starts_with("samples/get_weather/valid/"),
                "title" => value.contains('/'),
                _ => value.parse::<u64>().is_ok_and(|number| number > 0),
            };
            assert!(is_fine, "{name} is {value}");
        }
        let message = unescape(message);
        assert!(!message.contains(['\r', '\n']), "{message}");
    }
    assert_eq!(shown.lines().count(), messages.len(), "one command a finding");
}

#[test]
fn gitlab_and_reviewdog_get_the_shapes_they_read() {
    let folder = golden();
    for issue in json(&report(&folder, "gitlab")).as_array().expect("a list") {
        let names: Vec<&String> = issue.as_object().expect("an object").keys().collect();
        assert_eq!(names, ["check_name", "description", "fingerprint", "location", "severity"]);
        let severity = issue["severity"].as_str().expect("a word");
        assert!(["info", "minor", "major", "critical", "blocker"].contains(&severity));
        let print = issue["fingerprint"].as_str().expect("a fingerprint");
        assert!(print.len() == 32 && print.bytes().all(|byte| byte.is_ascii_hexdigit()));
    }
    let clean = Folder::with_tools().file("samples/get_weather/valid/a.json", r#"{"city":"Oslo"}"#);
    assert_eq!(clean.run(&["validate", "--format", "gitlab"]), "[]\n--- exit 0\n");
    for line in report(&folder, "rdjsonl").lines() {
        let diagnostic = json(line);
        let severity = diagnostic["severity"].as_str().expect("a word");
        assert!(["ERROR", "WARNING", "INFO"].contains(&severity));
        let range = &diagnostic["location"]["range"];
        let at = |end: &str| (range[end]["line"].as_u64(), range[end]["column"].as_u64());
        assert!(at("start") <= at("end"), "{line}");
    }
}
