//! The catalogue: one row a code, with its name, default severity, one line and a page.
//!
//! Names are stable once released; a code is never reused for another meaning.

use super::Severity;

macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident $line:literal;)*) => {
        /// The name of a defect.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $(#[doc = $line] $variant,)* }

        impl Code {
            /// Every code, in the order of the catalogue.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The stable name, `group/defect`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// The severity unless a finding or the configuration says otherwise.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }

            /// What it means, in one line.
            #[must_use]
            pub fn line(self) -> &'static str {
                match self { $(Code::$variant => $line,)* }
            }

            /// Its page, in Markdown: `docs/codes/GROUP/DEFECT.md`.
            #[must_use]
            pub fn page(self) -> &'static str {
                match self {
                    $(Code::$variant => {
                        include_str!(concat!("../../docs/codes/", $name, ".md"))
                    })*
                }
            }
        }
    };
}

codes! {
    JsonSyntax "json/syntax" Error "a token does not fit here";
    JsonEmpty "json/empty" Error "the text holds nothing";
    JsonTruncated "json/truncated" Error "the text ends before its value does";
    JsonTrailingText "json/trailing-text" Error "something that is no JSON follows the value";
    JsonMultipleValues "json/multiple-values" Error "several JSON values stand where one is expected";
    JsonTrailingComma "json/trailing-comma" Error "a comma stands before a closing bracket";
    JsonComment "json/comment" Error "JSON has no comments";
    JsonUnquotedKey "json/unquoted-key" Error "a member name has no quotes";
    JsonSingleQuotes "json/single-quotes" Error "a string stands in single quotes";
    JsonPythonLiteral "json/python-literal" Error "True, False or None stands where true, false or null is meant";
    JsonNotANumber "json/not-a-number" Error "NaN and infinities are not JSON";
    JsonMarkdownFence "json/markdown-fence" Error "the text is wrapped in a Markdown code fence";
    JsonControlCharacter "json/control-character" Error "a control character stands unescaped in a string";
    JsonLoneSurrogate "json/lone-surrogate" Error "half of a surrogate pair stands alone";
    JsonInvalidUtf8 "json/invalid-utf8" Error "a byte is not UTF-8";
    JsonEncoding "json/encoding" Error "the text is not in UTF-8 but in another encoding";
    JsonByteOrderMark "json/byte-order-mark" Warning "the text begins with a byte-order mark";
    JsonDuplicateKey "json/duplicate-key" Error "an object uses a member name twice";
    JsonUnsafeInteger "json/unsafe-integer" Warning "an integer is larger than a double can hold";
    JsonTooDeep "json/too-deep" Error "arrays and objects are nested too deeply";
    JsonTooLarge "json/too-large" Error "a document is larger than allowed";
    JsonTooManyLayers "json/too-many-layers" Error "JSON inside strings is nested too deeply";

    CallUnknownTool "call/unknown-tool" Error "a call names a tool that nobody defines";
    CallArgumentsEmpty "call/arguments-empty" Error "the arguments text is empty";
    CallArgumentsNull "call/arguments-null" Error "the arguments are null";
    CallArgumentsMissing "call/arguments-missing" Error "the call has no arguments";
    CallArgumentsNotObject "call/arguments-not-object" Error "the arguments are not an object";
    CallArgumentsEncodedTwice "call/arguments-encoded-twice" Error "the arguments were encoded as JSON twice";
    CallArgumentsWrongKind "call/arguments-wrong-kind" Warning "the arguments are a value where the dialect wants a text, or the other way round";
    CallArgumentsWrapped "call/arguments-wrapped" Error "the arguments hold the whole call once more";
    CallTemplateMarkup "call/template-markup" Warning "the arguments hold marks of a chat template";
    CallIdMissing "call/id-missing" Warning "a call has no id";
    CallIdFormat "call/id-format" Error "an id is not of the form that its provider takes";
    CallIdDuplicate "call/id-duplicate" Error "two calls have the same id";
    CallUnanswered "call/unanswered" Warning "a call has no result";

    ResultOrphan "result/orphan" Error "a result answers no call";
    ResultDuplicate "result/duplicate" Error "a call has two results";
    ResultNotJson "result/not-json" Error "a result is not JSON although its tool declares an output schema";
    ResultErrorNotText "result/error-not-text" Error "the result of a failed call holds more than text";
    ResultEncodedTwice "result/encoded-twice" Warning "a result was encoded as JSON twice";
    ResultWrongKind "result/wrong-kind" Warning "a result is a value where the dialect wants a text";
    ResultTextDiffers "result/text-differs" Warning "the text of a result and its structured content differ";
    ResultFailedStructured "result/failed-structured" Warning "the structured content of a failed result breaks the output schema";
    ResultTextMissing "result/text-missing" Warning "structured content stands without a text beside it";
    ResultTextProse "result/text-prose" Off "the text beside structured content is no JSON";
    ResultErrorText "result/error-text" Off "the text of a successful result reads like an error";
    ResultStructuredMissing "result/structured-missing" Error "a tool with an output schema answers without structured content";

    RpcNotAMessage "rpc/not-a-message" Error "something that is no message stands among messages";
    RpcBatch "rpc/batch" Error "messages stand in a batch where none may";
    RpcWrongVersion "rpc/wrong-version" Error "`jsonrpc` is missing or is not `2.0`";
    RpcIdWrongKind "rpc/id-wrong-kind" Error "an id is neither a string nor an integer";
    RpcIdMissing "rpc/id-missing" Error "a request or a response has no id";
    RpcIdUnexpected "rpc/id-unexpected" Error "a notification has an id";
    RpcAmbiguousMessage "rpc/ambiguous-message" Error "a message is not clearly a request, a notification or a response";
    RpcParamsNotObject "rpc/params-not-object" Error "`params` is not an object";
    RpcErrorMalformed "rpc/error-malformed" Error "an error has no proper code or message";
    RpcErrorCodeReserved "rpc/error-code-reserved" Error "an error has a code that is reserved";
    RpcResponseOrphan "rpc/response-orphan" Error "a response answers no request";
    RpcIdTypeDiffers "rpc/id-type-differs" Error "the id of a response is not of the request's type";
    RpcResponseDuplicate "rpc/response-duplicate" Error "a request is answered twice";
    RpcIdDuplicate "rpc/id-duplicate" Error "two requests of one side have the same id";
    RpcUnanswered "rpc/unanswered" Warning "a request has no response";

    McpMissingMember "mcp/missing-member" Error "a member is missing that the protocol demands";
    McpWrongType "mcp/wrong-type" Error "a member has another type than the protocol gives it";
    McpWrongValue "mcp/wrong-value" Error "a member has a value that the protocol does not know";
    McpWrongFormat "mcp/wrong-format" Error "a member is not in the form that the protocol asks for";
    McpOutOfRange "mcp/out-of-range" Error "a number or a list is outside the protocol's limits";
    McpUnknownBlock "mcp/unknown-block" Error "a content block has a type that the protocol version does not know";
    McpMisspeltMember "mcp/misspelt-member" Warning "a member has nearly the name of one that the protocol knows";
    McpOtherVersionMember "mcp/other-version-member" Note "a member belongs to another protocol version";
    McpNotBase64 "mcp/not-base64" Error "data of a block is not base64";
    McpMimeTypeDiffers "mcp/mime-type-differs" Off "data of a block is of another type than it says";
    McpTextAndBlob "mcp/text-and-blob" Error "a resource holds text and blob together";
    McpMetaKey "mcp/meta-key" Error "a key of `_meta` is not formed as the protocol asks";
    McpMetaMissing "mcp/meta-missing" Error "a request or result does not say what its version demands in `_meta`";
    McpIconScheme "mcp/icon-scheme" Error "an icon has a scheme that clients must refuse";
    McpRootScheme "mcp/root-scheme" Error "a root is no `file://` URI";
    McpUnknownMethod "mcp/unknown-method" Note "a method is not one of the protocol";
    McpOtherVersionMethod "mcp/other-version-method" Error "a method does not exist in the protocol version in force";
    McpWrongDirection "mcp/wrong-direction" Error "a message comes from the side that may not send it";
    McpNotInitialized "mcp/not-initialized" Error "a session does not begin with its handshake";
    McpInitializedMissing "mcp/initialized-missing" Error "a client does not say that it is ready";
    McpUnknownVersion "mcp/unknown-version" Warning "the negotiated protocol version is not known";
    McpVersionChanged "mcp/version-changed" Note "the server chose another version than was asked for";
    McpVersionNotNegotiable "mcp/version-not-negotiable" Error "a version without handshake was negotiated by one";
    McpVersionNotRefused "mcp/version-not-refused" Error "a request in a version that the server does not support is not refused";
    McpCapabilityMissing "mcp/capability-missing" Error "a feature is used that was not negotiated";
    McpResultTypeUnknown "mcp/result-type-unknown" Error "a result has a type that nobody knows";
    McpInputRequiredMisused "mcp/input-required-misused" Error "a result asks for input where or how it may not";
    McpRetryDiffers "mcp/retry-differs" Error "a repeated request does not give back what was asked for";
    McpUnknownCursor "mcp/unknown-cursor" Error "a client uses a cursor that no server gave it";
    McpPagesDiffer "mcp/pages-differ" Error "pages of one list have different cache scopes";
    McpOrderChanged "mcp/order-changed" Warning "a list comes in another order than before";
    McpTaskMisused "mcp/task-misused" Error "a task is asked for or answered as it may not be";
    McpToolName "mcp/tool-name" Warning "a tool's name has a form that clients refuse";
    McpHeaderAnnotation "mcp/header-annotation" Error "an `x-mcp-header` is not as it must be";
    McpForeignKeyword "mcp/foreign-keyword" Off "a schema uses a keyword of another draft";
    McpOpenArguments "mcp/open-arguments" Off "a tool without arguments takes any";
    McpDescriptionMissing "mcp/description-missing" Off "a tool has no description";
    McpBadArgumentsAccepted "mcp/bad-arguments-accepted" Warning "a server answers a call whose arguments break the input schema";
    McpGoodArgumentsRefused "mcp/good-arguments-refused" Warning "a server refuses arguments that keep the input schema";
    McpRefusalHidden "mcp/refusal-hidden" Note "bad arguments are refused in a way that the model does not see";
    McpUnknownToolAnswered "mcp/unknown-tool-answered" Warning "a call of an unknown tool is answered like any other";
    McpNotFoundCode "mcp/not-found-code" Warning "a missing resource is refused with another code than the protocol's";
    McpLogNotAsked "mcp/log-not-asked" Error "a server logs what the request did not ask for";
    McpSubscriptionBroken "mcp/subscription-broken" Error "a subscription does not keep its rules";
    McpProgressTokenUnknown "mcp/progress-token-unknown" Error "progress is reported for something that nobody asked about";
    McpProgressNotIncreasing "mcp/progress-not-increasing" Error "progress does not increase, or comes after the end";
    McpCancelUnknown "mcp/cancel-unknown" Error "a request is cancelled that cannot be";
    McpAnswerAfterCancel "mcp/answer-after-cancel" Warning "a request is answered after it was cancelled";
    McpToolResultMixed "mcp/tool-result-mixed" Error "the tool results of a sampling message are not as they must be";
    McpElicitedContent "mcp/elicited-content" Warning "the content that a user gave breaks the schema it was asked by";
    McpHttpHeader "mcp/http-header" Error "a header and the message beside it differ";
    McpHttpStatus "mcp/http-status" Error "an HTTP status is not the one that the answer must have";
    McpStreamUnanswered "mcp/stream-unanswered" Warning "a stream ends without the response to its request";

    ExchangeHopsDiffer "exchange/hops-differ" Error "one call differs between two hops of its way";

    StreamIndexClash "stream/index-clash" Error "two streamed calls have one index";
    StreamDoneDiffers "stream/done-differs" Error "a streamed call differs from the text that repeats it";

    SchemaType "schema/type" Error "a value has the wrong type";
    SchemaEnum "schema/enum" Error "a value is not one of those allowed";
    SchemaConst "schema/const" Error "a value is not the one allowed";
    SchemaMultipleOf "schema/multiple-of" Error "a number is no multiple of the one given";
    SchemaMaximum "schema/maximum" Error "a number is too large";
    SchemaExclusiveMaximum "schema/exclusive-maximum" Error "a number is too large";
    SchemaMinimum "schema/minimum" Error "a number is too small";
    SchemaExclusiveMinimum "schema/exclusive-minimum" Error "a number is too small";
    SchemaMaxLength "schema/max-length" Error "a string is too long";
    SchemaMinLength "schema/min-length" Error "a string is too short";
    SchemaPattern "schema/pattern" Error "a string does not match its pattern";
    SchemaFormat "schema/format" Error "a string does not have its format";
    SchemaMaxItems "schema/max-items" Error "an array has too many elements";
    SchemaMinItems "schema/min-items" Error "an array has too few elements";
    SchemaUniqueItems "schema/unique-items" Error "two elements of an array are equal";
    SchemaContains "schema/contains" Error "an array lacks an element of the kind it must contain";
    SchemaMaxContains "schema/max-contains" Error "an array contains too many elements of a kind";
    SchemaMinContains "schema/min-contains" Error "an array contains too few elements of a kind";
    SchemaItems "schema/items" Error "an array has an element where none is allowed";
    SchemaPrefixItems "schema/prefix-items" Error "an array has an element where none is allowed";
    SchemaAdditionalItems "schema/additional-items" Error "an array has more elements than are described";
    SchemaUnevaluatedItems "schema/unevaluated-items" Error "an array has an element that nothing describes";
    SchemaMaxProperties "schema/max-properties" Error "an object has too many members";
    SchemaMinProperties "schema/min-properties" Error "an object has too few members";
    SchemaRequired "schema/required" Error "a member is missing";
    SchemaDependentRequired "schema/dependent-required" Error "a member is missing that another one asks for";
    SchemaDependentSchemas "schema/dependent-schemas" Error "a member is given that is forbidden";
    SchemaDependencies "schema/dependencies" Error "a member is missing that another one asks for, or forbidden";
    SchemaProperties "schema/properties" Error "a member is forbidden";
    SchemaPatternProperties "schema/pattern-properties" Error "a member is forbidden";
    SchemaAdditionalProperties "schema/additional-properties" Error "a member is not among those allowed";
    SchemaUnevaluatedProperties "schema/unevaluated-properties" Error "an object has a member that nothing describes";
    SchemaPropertyNames "schema/property-names" Error "a member name is not allowed";
    SchemaAllOf "schema/all-of" Error "nothing is allowed here";
    SchemaAnyOf "schema/any-of" Error "no branch of a union allows any value";
    SchemaOneOf "schema/one-of" Error "a value fits several branches of a union, or none allows any";
    SchemaNot "schema/not" Error "a value is of the kind that is excluded";
    SchemaThen "schema/then" Error "nothing is allowed here under this condition";
    SchemaElse "schema/else" Error "nothing is allowed here under this condition";
    SchemaFalseSchema "schema/false-schema" Error "the schema allows nothing";
    SchemaContentEncoding "schema/content-encoding" Error "a string is not encoded as declared";
    SchemaContentMediaType "schema/content-media-type" Error "a string does not hold what is declared";
    SchemaUndecided "schema/undecided" Warning "a pattern could not be decided within its limit";
    SchemaTooManyErrors "schema/too-many-errors" Error "a value could not be checked to its end";

    ToolInvalidSchema "tool/invalid-schema" Error "a schema is not valid in its draft";
    ToolUnresolvedRef "tool/unresolved-ref" Error "a `$ref` leads nowhere";
    ToolRefOutside "tool/ref-outside" Error "a `$ref` leads out of the schemas folder";
    ToolUnknownDraft "tool/unknown-draft" Error "`$schema` names a draft that is not known";
    ToolConflictingDefinitions "tool/conflicting-definitions" Error "two definitions of one tool contradict each other";
    ToolDuplicateName "tool/duplicate-name" Error "one list defines a tool twice";

    ProfileAnthropicName "profile/anthropic-name" Error "Anthropic does not take the name of a tool";
    ProfileAnthropicRoot "profile/anthropic-root" Error "Anthropic does not take the root of a schema";
    ProfileAnthropicPropertyName "profile/anthropic-property-name" Error "Anthropic does not take the name of a property";
    ProfileAnthropicStrictOpen "profile/anthropic-strict-open" Error "an object is open in Anthropic's strict mode";
    ProfileAnthropicStrictKeyword "profile/anthropic-strict-keyword" Error "Anthropic's strict mode does not take a keyword";
    ProfileAnthropicStrictFormat "profile/anthropic-strict-format" Error "Anthropic's strict mode does not take a format";
    ProfileAnthropicStrictReference "profile/anthropic-strict-reference" Error "a reference leads out of its schema or in a circle";
    ProfileAnthropicStrictTooLarge "profile/anthropic-strict-too-large" Warning "a schema has many optional properties for Anthropic's strict mode";
    ProfileBedrockName "profile/bedrock-name" Error "Bedrock does not take the name of a tool";
    ProfileBedrockDescriptionEmpty "profile/bedrock-description-empty" Error "the description of a tool is empty, which Bedrock refuses";
    ProfileBedrockPropertyName "profile/bedrock-property-name" Error "Bedrock does not take the name of a property";
    ProfileCohereStrictNoneRequired "profile/cohere-strict-none-required" Error "no property is required in Cohere's strict mode";
    ProfileCohereStrictTooLarge "profile/cohere-strict-too-large" Error "a schema is too large for Cohere's strict mode";
    ProfileDeepseekStrictOpen "profile/deepseek-strict-open" Error "an object is open in DeepSeek's strict mode";
    ProfileDeepseekStrictOptional "profile/deepseek-strict-optional" Error "a property is optional in DeepSeek's strict mode";
    ProfileDeepseekStrictKeyword "profile/deepseek-strict-keyword" Error "DeepSeek's strict mode does not take a keyword";
    ProfileDeepseekStrictFormat "profile/deepseek-strict-format" Error "DeepSeek's strict mode does not take a format";
    ProfileGeminiName "profile/gemini-name" Error "Gemini does not take the name of a tool";
    ProfileGeminiPropertyName "profile/gemini-property-name" Error "Gemini does not take the name of a property";
    ProfileGeminiKeyword "profile/gemini-keyword" Error "Gemini's schemas do not have a keyword";
    ProfileGeminiTypeList "profile/gemini-type-list" Error "a schema lists several types, and Gemini takes one";
    ProfileGeminiEnum "profile/gemini-enum" Error "an enum holds something else than Gemini takes";
    ProfileGeminiItemsMissing "profile/gemini-items-missing" Error "an array has no items, which Gemini refuses";
    ProfileGeminiRequiredUndeclared "profile/gemini-required-undeclared" Error "something is required that is no property, which Gemini refuses";
    ProfileMistralId "profile/mistral-id" Error "Mistral does not take the id of a call";
    ProfileOpenaiName "profile/openai-name" Error "OpenAI does not take the name of a tool";
    ProfileOpenaiRoot "profile/openai-root" Error "OpenAI does not take the root of a schema";
    ProfileOpenaiItemsMissing "profile/openai-items-missing" Error "an array has no items, which OpenAI refuses";
    ProfileOpenaiTooManyTools "profile/openai-too-many-tools" Error "a list has more tools than OpenAI takes";
    ProfileOpenaiStrictRoot "profile/openai-strict-root" Error "the root of a schema is a union in OpenAI's strict mode";
    ProfileOpenaiStrictOpen "profile/openai-strict-open" Error "an object is open in OpenAI's strict mode";
    ProfileOpenaiStrictOptional "profile/openai-strict-optional" Error "a property is optional in OpenAI's strict mode";
    ProfileOpenaiStrictKeyword "profile/openai-strict-keyword" Error "OpenAI's strict mode does not take a keyword";
    ProfileOpenaiStrictFormat "profile/openai-strict-format" Error "OpenAI's strict mode does not take a format";
    ProfileOpenaiStrictRefSiblings "profile/openai-strict-ref-siblings" Error "something stands beside a $ref in OpenAI's strict mode";
    ProfileOpenaiStrictTooLarge "profile/openai-strict-too-large" Error "a schema is too large for OpenAI's strict mode";

    SampleAccepted "sample/accepted" Error "a sample that must fail has no error";
    SampleUnknownTool "sample/unknown-tool" Error "a sample's path names no known tool";
    SampleAmbiguous "sample/ambiguous" Warning "a sample that must fail holds several calls";
    SampleFindingsChanged "sample/findings-changed" Error "a sample shows other findings than its pin";
    SampleOrphanPin "sample/orphan-pin" Error "no sample lies beside a pin";
    SampleBrokenPin "sample/broken-pin" Error "a pin is not a list of findings";
    SampleUnpinned "sample/unpinned" Off "no pin says why a sample must fail";

    ConfigUnknownKey "config/unknown-key" Error "the configuration has a key that is not known";
    ConfigInvalid "config/invalid" Error "a value of the configuration is not what its key wants";

    FileUnreadable "file/unreadable" Error "a file cannot be read";
}

impl Code {
    /// The code with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }

    /// The part before the slash.
    #[must_use]
    pub fn group(self) -> &'static str {
        self.name().split('/').next().unwrap_or_default()
    }

    /// The code of a schema keyword, which is written as in the schema: `minLength`.
    #[must_use]
    pub fn of_keyword(keyword: &str) -> Option<Self> {
        let mut name = String::from("schema/");
        for c in keyword.trim_start_matches('$').chars() {
            if c.is_ascii_uppercase() {
                name.push('-');
            }
            name.push(c.to_ascii_lowercase());
        }
        Self::from_name(&name)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
