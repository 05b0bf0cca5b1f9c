//! Two tools for tests of runs.

use crate::folder::Folder;

/// The chat definition of a tool with two properties, one of them required.
pub(crate) const WEATHER: &str = r#"{
  "type": "function",
  "function": {
    "name": "get_weather",
    "parameters": {
      "type": "object",
      "properties": {
        "city": { "type": "string", "minLength": 1 },
        "unit": { "enum": ["celsius", "fahrenheit"] }
      },
      "required": ["city"],
      "additionalProperties": false
    }
  }
}
"#;

/// An MCP definition with an output schema.
pub(crate) const CLOCK: &str = r#"{
  "name": "get_time",
  "inputSchema": { "type": "object", "properties": { "zone": { "type": "string" } } },
  "outputSchema": {
    "type": "object",
    "properties": { "hour": { "type": "integer" } },
    "required": ["hour"]
  }
}
"#;

impl Folder {
    /// A contract folder with the two tools above.
    pub(crate) fn with_tools() -> Self {
        Self::new().file("schemas/get_weather.json", WEATHER).file("schemas/get_time.json", CLOCK)
    }

    /// With an output of so many columns.
    pub(crate) fn columns(mut self, columns: usize) -> Self {
        self.columns = Some(columns);
        self
    }
}
