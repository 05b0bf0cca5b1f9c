//! What a user sees: whole runs of the program in folders of their own.

#[path = "cli/exchanges.rs"]
mod exchanges;
#[path = "cli/folder.rs"]
mod folder;
#[path = "cli/git.rs"]
mod git;
#[path = "cli/tools.rs"]
mod tools;

#[path = "cli/bad_input.rs"]
mod bad_input;
#[path = "cli/calls.rs"]
mod calls;
#[path = "cli/changes.rs"]
mod changes;
#[path = "cli/config.rs"]
mod config;
#[path = "cli/dialects.rs"]
mod dialects;
#[path = "cli/environment.rs"]
mod environment;
#[path = "cli/exits.rs"]
mod exits;
#[path = "cli/explain.rs"]
mod explain;
#[path = "cli/formats.rs"]
mod formats;
#[path = "cli/hostile.rs"]
mod hostile;
#[path = "cli/init.rs"]
mod init;
#[path = "cli/inspect.rs"]
mod inspect;
#[path = "cli/inspect_samples.rs"]
mod inspect_samples;
#[path = "cli/keywords.rs"]
mod keywords;
#[path = "cli/lines.rs"]
mod lines;
#[path = "cli/listing.rs"]
mod listing;
#[path = "cli/look.rs"]
mod look;
#[path = "cli/mcp_session.rs"]
mod mcp_session;
#[path = "cli/once.rs"]
mod once;
#[path = "cli/own_folder.rs"]
mod own_folder;
#[path = "cli/pins.rs"]
mod pins;
#[path = "cli/profiles.rs"]
mod profiles;
#[path = "cli/report_v1.rs"]
mod report_v1;
#[path = "cli/repository.rs"]
mod repository;
#[path = "cli/results.rs"]
mod results;
#[path = "cli/rpc.rs"]
mod rpc;
#[path = "cli/rpc_http.rs"]
mod rpc_http;
#[path = "cli/rpc_lists.rs"]
mod rpc_lists;
#[path = "cli/rpc_modern.rs"]
mod rpc_modern;
#[path = "cli/rpc_results.rs"]
mod rpc_results;
#[path = "cli/rpc_sessions.rs"]
mod rpc_sessions;
#[path = "cli/rpc_short.rs"]
mod rpc_short;
#[path = "cli/sarif.rs"]
mod sarif;
#[path = "cli/schemas.rs"]
mod schemas;
#[path = "cli/streams.rs"]
mod streams;
#[path = "cli/suggestions.rs"]
mod suggestions;
#[path = "cli/unions.rs"]
mod unions;
#[path = "cli/values.rs"]
mod values;
#[path = "cli/weights.rs"]
mod weights;
#[path = "cli/wording.rs"]
mod wording;
