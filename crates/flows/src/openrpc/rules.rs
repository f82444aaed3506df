//! The rules of OpenRPC documents, in addition to those of their structure.

use agent_description::{description::openrpc, diagnostic::Edit::Swap};

const METHOD: &str = "OpenRPC 1.3.2, Method Object";
const UNCHECKED: &str = "Calls are checked by the schemas before they are sent.";

const DOCUMENT: &str = r##"{
  "openrpc": "1.3.2",
  "info": {"title": "Rooms", "version": "1.0.0"},
  "servers": [{"url": "https://hotel.example/rpc"}],
  "methods": [
    {
      "name": "search",
      "params": [
        {"name": "nights", "required": true, "schema": {"type": "integer", "minimum": 1}},
        {"name": "view", "schema": {"type": "string"}}
      ],
      "result": {"name": "rooms", "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Room"}}},
      "errors": [{"code": 1, "message": "No room."}, {"code": 2, "message": "Too many nights."}],
      "links": [{"name": "book", "method": "book"}],
      "examples": [{
        "name": "two nights",
        "params": [{"name": "nights", "value": 2}],
        "result": {"name": "rooms", "value": [{"number": "7"}]}
      }]
    },
    {"name": "book", "params": [], "result": {"name": "booked", "schema": {"type": "boolean"}}}
  ],
  "components": {
    "schemas": {"Room": {"type": "object", "properties": {"number": {"type": "string", "pattern": "^[0-9]+$"}}}}
  }
}
"##;

agent_description::rules! {
    /// All rules.
    pub RULES + [&openrpc::STRUCTURE, &openrpc::MEMBER];

    VERSION = "openrpc-version" / Error {
        summary: "`openrpc` is a version from 1.0 to 1.4.",
        source: "OpenRPC 1.3.2, OpenRPC Object",
        quote: "The semantic version number of the specification that the document uses.",
        rationale: "Other versions mean other things by the same members.",
        fix: "Write the version that you follow.",
        wrong: DOCUMENT => [Swap("1.3.2", "2.0.0")],
    }
    METHOD_NAME = "openrpc-method-name" / Error {
        summary: "No two methods have one name.",
        source: METHOD,
        quote: "The name MUST be unique within the methods array.",
        rationale: "A caller that names the method may reach either.",
        fix: "Give each its own name.",
        wrong: DOCUMENT => [Swap("\"name\": \"search\"", "\"name\": \"book\"")],
    }
    RESERVED = "openrpc-reserved-name" / Warning {
        summary: "No method but `rpc.discover` has a name that begins with `rpc.`.",
        source: "JSON-RPC 2.0, section 8",
        quote: "Names that begin with rpc. are reserved for extensions of the system.",
        rationale: "Servers may take the call for one of an extension.",
        fix: "Choose another name.",
        wrong: DOCUMENT => [Swap("\"name\": \"search\"", "\"name\": \"rpc.search\"")],
    }
    PARAMETER_TWICE = "openrpc-parameter-twice" / Error {
        summary: "No two parameters of a method have one name.",
        source: METHOD,
        quote: "The list MUST NOT include duplicated parameters.",
        rationale: "Sent by name, one of them cannot be said.",
        fix: "Rename one of them.",
        wrong: DOCUMENT => [Swap("\"name\": \"view\"", "\"name\": \"nights\"")],
    }
    PARAMETER_ORDER = "openrpc-parameter-order" / Error {
        summary: "Required parameters come before optional ones.",
        source: METHOD,
        quote: "All optional params MUST be positioned after all required params in the list.",
        rationale: "Sent by position, an optional one could not be left out.",
        fix: "Move the required parameter up.",
        wrong: DOCUMENT => [
            Swap("\"nights\", \"required\": true", "\"nights\""),
            Swap("\"view\", ", "\"view\", \"required\": true, "),
            Swap("{\"name\": \"nights\", \"value\": 2}", "{\"name\": \"nights\", \"value\": 2}, {\"name\": \"view\", \"value\": \"sea\"}"),
        ],
    }
    ERROR_CODE = "openrpc-error-code" / Error {
        summary: "No two errors of a method have one code.",
        source: METHOD,
        quote: "The Errors MUST have unique error codes.",
        rationale: "A caller cannot tell which error happened.",
        fix: "Give each its own code.",
        wrong: DOCUMENT => [Swap("\"code\": 2", "\"code\": 1")],
    }
    LINK = "openrpc-link" / Error {
        summary: "The method of a link is one of the document.",
        source: "OpenRPC 1.3.2, Link Object",
        quote: "This field MUST resolve to a unique Method Object.",
        rationale: "Nothing can be called by the link.",
        fix: "Name a method of the document.",
        wrong: DOCUMENT => [Swap("\"method\": \"book\"", "\"method\": \"boook\"")],
    }
    REFERENCE = "openrpc-reference" / Error {
        summary: "A reference leads to a part of the document.",
        source: "OpenRPC 1.3.2, Reference Object",
        quote: "A simple object to allow referencing other components in the specification.",
        rationale: "A caller cannot check what it sends.",
        fix: "Refer to what is there.",
        wrong: DOCUMENT => [Swap("\"$ref\": \"#/components/schemas/Room\"", "\"$ref\": \"#/components/schemas/Rooms\"")],
    }
    SCHEMA = "openrpc-schema" / Error {
        summary: "Schemas are valid by the meta-schema of JSON Schema.",
        source: "OpenRPC 1.3.2, Schema Object",
        quote: "The Schema Object allows the definition of input and output data types.",
        rationale: UNCHECKED,
        fix: "Correct the schema.",
        wrong: DOCUMENT => [Swap("\"type\": \"integer\"", "\"type\": \"int\"")],
    }
    USABLE = "openrpc-schema-usable" / Warning {
        summary: "Schemas are of a kind and size that calls can be checked by.",
        source: "this software: nothing is fetched, and patterns take linear time",
        quote: "The schemas of a document are hostile input.",
        rationale: UNCHECKED,
        fix: "Refer to schemas in the document, and use patterns without look-around.",
        wrong: DOCUMENT => [Swap("^[0-9]+$", "^(?=7)[0-9]+$")],
    }
    EXAMPLE = "openrpc-example" / Warning, strict Error {
        summary: "Examples fit the parameters and the result of their method.",
        source: "OpenRPC 1.3.2, Example Object",
        quote: "an example that is intended to match the schema of a given Content Descriptor",
        rationale: "Models write calls after the examples.",
        fix: "Correct the example, or the schema.",
        wrong: DOCUMENT => [Swap("\"value\": 2", "\"value\": 0")],
    }
}
