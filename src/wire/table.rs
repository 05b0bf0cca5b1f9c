//! The form of the recognition table: rows of tests on one object and its surroundings.

use crate::wording::NameForm;

/// What has to hold of an object. A path names a member, `a/b` a member of a member.
#[derive(Debug, Clone, Copy)]
pub enum Test {
    /// The member exists.
    Has(&'static str),
    /// One of the members exists.
    HasAny(&'static [&'static str]),
    /// The member exists and is not null.
    Given(&'static str),
    /// The member does not exist.
    Lacks(&'static str),
    /// The member is one of these strings.
    Is(&'static str, &'static [&'static str]),
    /// The member does not exist, is null, or holds nothing.
    Empty(&'static str),
    /// The member is a string.
    Text(&'static str),
    /// The member is a string that is not empty.
    Word(&'static str),
    /// The member is an object.
    Object(&'static str),
    /// The member is an array.
    Array(&'static str),
    /// The member is an array of objects that each have a string `type` and no `role`.
    Parts(&'static str),
    /// The member is an array that is not empty.
    Filled(&'static str),
    /// Some member is a list of messages: an array whose first element has a string `role`.
    Messages,
    /// The member `choices` is an array of answers, not of fragments of answers.
    Choices,
    /// There are no members but these.
    Only(&'static [&'static str]),
    /// The object is an element of an array that is a member of this name.
    ElementOf(&'static str),
    /// The object is not inside a member of this name.
    NotUnder(&'static str),
    /// The member is a string that begins so.
    Prefix(&'static str, &'static str),
    /// The object that holds this one, as a member or as an element of a member, has a member that
    /// is one of these strings.
    Owner(&'static str, &'static [&'static str]),
    /// It has none that is.
    NotOwner(&'static str, &'static [&'static str]),
}

/// How a call's arguments are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// As JSON in a string.
    Text,
    /// As a value; the specification forbids a string.
    Value,
    /// As one or the other.
    Either,
    /// As a text that is no JSON.
    Free,
}

/// How the schemas of a definition are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// As JSON Schema.
    JsonSchema,
    /// As Gemini's subset of OpenAPI: types in upper case, `nullable`, limits as strings.
    OpenApi,
}

/// What a result's content may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A text, or typed parts.
    Parts,
    /// Any value; a string is taken as text.
    Any,
}

/// What says that a tool failed.
#[derive(Debug, Clone, Copy)]
pub enum Failed {
    /// The member is `true`.
    True(&'static str),
    /// The member is `true`, and then the result may hold nothing but text.
    TrueOfText(&'static str),
    /// The member is one of these strings.
    Is(&'static str, &'static [&'static str]),
    /// The member is there and not null.
    Given(&'static str),
}

/// How a result finds its call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pairing {
    /// By the call's id, among calls of Chat shape.
    Chat,
    /// By the call id, among items of Responses.
    Responses,
    /// The same, among calls of tools that take text.
    Custom,
    /// By the block's id, among Anthropic's.
    Anthropic,
    /// By the id where there is one, else by name and order.
    Gemini,
    /// By the id, among Bedrock's.
    Bedrock,
    /// By the id, among those of the AI SDK.
    AiSdk,
    /// By the id, among LangChain's.
    LangChain,
    /// By the id, among those of OpenTelemetry.
    Otel,
    /// By the id, among those of Mistral's conversations.
    Mistral,
    /// By the JSON-RPC id, whose type counts.
    JsonRpc,
    /// The next result of that name, or the next one at all where it has no name.
    NextOfName,
}

impl Pairing {
    /// The form of ids of this kind; nothing where none is known.
    #[must_use]
    pub fn id_form(self) -> Option<NameForm> {
        match self {
            Self::Bedrock => Some(NameForm::of(64, &['_', '-', '.', ':'])),
            Self::Responses | Self::Custom => {
                Some(NameForm { others: None, ..NameForm::of(64, &[]) })
            }
            _ => None,
        }
    }
}

/// What a fragment of a stream does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It begins a call, or goes on with it.
    Go,
    /// It repeats the whole text of a call.
    Done,
    /// It ends a call; without a key, all calls of its scope.
    End,
}

/// What an object is once its row matches. Paths lead from the object.
#[derive(Debug, Clone, Copy)]
pub enum Atom {
    /// A tool's definition.
    Definition {
        /// The tool's name.
        name: &'static str,
        /// The schema of its arguments; none for a tool that its provider runs, or that takes text.
        input: Option<&'static str>,
        /// The schema of its results.
        output: Option<&'static str>,
        /// How the schemas are written.
        spelling: Spelling,
    },
    /// A call.
    Call {
        /// The tool's name.
        name: &'static str,
        /// What stands before the tool's name in that string.
        prefix: &'static str,
        /// The arguments.
        arguments: &'static str,
        /// How they are written.
        encoding: Encoding,
        /// Whether they may be left out.
        may_lack: bool,
        /// The id.
        id: Option<&'static str>,
        /// How its result finds it.
        pairing: Pairing,
        /// Whether the provider runs the tool, so that nobody need define it.
        is_hosted: bool,
    },
    /// A result.
    Result {
        /// The tool's name, in dialects that repeat it.
        name: Option<&'static str>,
        /// The id of the call.
        id: Option<&'static str>,
        /// What the tool gave.
        content: &'static str,
        /// What that may be.
        form: Form,
        /// The member of the content that holds the result proper, where there is such a member.
        inner: Option<&'static str>,
        /// The result as a value.
        structured: Option<&'static str>,
        /// What says that the tool failed.
        failed: &'static [Failed],
        /// How it finds its call.
        pairing: Option<Pairing>,
    },
    /// An answer that refuses a call: the tool did not run.
    Refusal,
    /// A message of JSON-RPC, whatever else it is.
    Rpc,
    /// Fragments of streamed calls. The paths from `key` on lead from an element of `list`, or from
    /// the object itself if there is no list.
    Fragment {
        /// The list of fragments.
        list: Option<&'static str>,
        /// What the keys are counted in.
        scope: Option<&'static str>,
        /// What says which call a fragment belongs to.
        key: Option<&'static str>,
        /// The call's id.
        id: Option<&'static str>,
        /// The tool's name.
        name: Option<&'static str>,
        /// The fragment of the arguments' text, or, when done, all of it.
        text: Option<&'static str>,
        /// What it does.
        step: Step,
        /// A member of the object that, if it is given, ends the calls of the scope.
        ends: Option<&'static str>,
        /// How the call's result finds it.
        pairing: Pairing,
        /// Whether the provider runs the tool.
        is_hosted: bool,
    },
    /// The schema that the answer of the model is held to.
    Format {
        /// The schema.
        schema: &'static str,
        /// How it is written.
        spelling: Spelling,
        /// Whether the schema stands as JSON in a string.
        is_text: bool,
    },
    /// The text of a model's answer.
    Reply {
        /// The text.
        text: &'static str,
    },
    /// Something that is no call yet, and would be taken for one.
    Placeholder,
    /// A message: another turn of the conversation.
    Message,
    /// A request that goes on with a conversation that its provider keeps: results in it can answer
    /// calls that it does not show.
    Continued,
    /// An event of a stream: calls in it repeat those that were streamed.
    Event,
    /// Something that makes its document a conversation of its own.
    Conversation,
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The row's name.
    pub id: &'static str,
    /// The dialect.
    pub dialect: &'static str,
    /// What has to hold.
    pub tests: &'static [Test],
    /// What the object then is.
    pub atom: Atom,
}
