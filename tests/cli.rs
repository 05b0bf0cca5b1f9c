//! What a user sees: whole runs of the program in folders of their own.

#[path = "cli/folder.rs"]
mod folder;

#[path = "cli/bad_input.rs"]
mod bad_input;
#[path = "cli/calls.rs"]
mod calls;
#[path = "cli/exits.rs"]
mod exits;
#[path = "cli/hostile.rs"]
mod hostile;
#[path = "cli/keywords.rs"]
mod keywords;
#[path = "cli/lines.rs"]
mod lines;
#[path = "cli/own_folder.rs"]
mod own_folder;
#[path = "cli/results.rs"]
mod results;
#[path = "cli/schemas.rs"]
mod schemas;
