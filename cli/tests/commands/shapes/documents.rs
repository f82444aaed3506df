//! Documents of every format and shape, of any length.

/// How documents of a format are made. In texts, `%` is the number of an entry; `°` is the number too, or 0 where one name is repeated; `~`
/// is a letter that two documents differ in.
pub struct Format {
    pub name: &'static str,
    /// All members of the root but the list, without the closing brace.
    pub head: &'static str,
    /// What opens and closes the list or map of entries.
    pub list: [&'static str; 2],
    /// An entry that is complete, one with nothing in it, and one with a misspelt member.
    pub entries: [&'static str; 3],
    /// A document whose parts refer to one another, in chains.
    pub references: fn(Parts) -> String,
    /// The name of a member of an entry with a text, and the text that a parser of the format may search for again and again.
    pub mark: [&'static str; 2],
    /// The commands that read the format.
    pub commands: &'static [&'static [&'static str]],
}

/// Fills a document with parts until it is long enough.
#[derive(Clone, Copy)]
pub struct Parts {
    pub bytes: usize,
    pub letter: char,
}

impl Parts {
    /// Numbered parts from a template, about as many bytes as a fraction of the document.
    pub fn of(self, template: &str, fraction: f64) -> String {
        self.filled(fraction, |at| text(template, self.letter, at, at))
    }

    fn filled(self, fraction: f64, part: impl Fn(usize) -> String) -> String {
        let (mut all, mut at) = (String::new(), 0);
        while (all.len() as f64) < self.bytes as f64 * fraction {
            if at > 0 {
                all.push(',');
            }
            all.push_str(&part(at));
            at += 1;
        }
        all
    }

    /// Parts that each name the next one; the last one names one that is not there.
    pub fn chain(self, template: &str, fraction: f64) -> String {
        self.filled(fraction, |at| text(template, self.letter, at, at).replace('^', &(at + 1).to_string()))
    }
}

fn text(template: &str, letter: char, key: usize, value: usize) -> String {
    template.replace('~', &letter.to_string()).replace('%', &key.to_string()).replace('°', &value.to_string())
}

/// An entry with one more member.
fn with(entry: &str, member: &str) -> String {
    format!("{},{member}}}", entry.strip_suffix('}').unwrap()).replace("{,", "{")
}

/// The documents of a format: the name of the shape, and the text.
pub fn shapes(format: &Format, parts: Parts) -> Vec<(&'static str, String)> {
    let [complete, empty, misspelt] = format.entries;
    let [open, close] = format.list;
    let (bytes, letter) = (parts.bytes, parts.letter);
    let head = text(format.head, letter, 0, 0);
    let document = |entries: String| format!("{head},{open}{entries}{close}}}");
    let one = |member: &str| document(with(&text(complete, letter, 0, 0), member));
    let marks = format.mark[1].repeat(bytes / format.mark[1].len());
    // the root, the list, an entry and one more level around a map of maps
    let levels = 58;
    let nest = format!("{}1{}", r#"{"x":"#.repeat(levels), "}".repeat(levels));
    vec![
        ("many members", format!("{head},{}}}", parts.of(r#""~%":1"#, 1.0))),
        ("many members of an entry", one(&parts.of(r#""~%":{}"#, 1.0))),
        ("many entries", document(parts.of(complete, 1.0))),
        ("many empty entries", document(parts.of(empty, 1.0))),
        ("many misspelt entries", document(parts.of(misspelt, 1.0))),
        ("references", (format.references)(parts)),
        ("one name repeated", document(parts.filled(1.0, |at| text(complete, letter, at, 0)))),
        ("one mark repeated", one(&format!("{:?}:{marks:?}", format.mark[0]))),
        ("nested", document(parts.filled(1.0, |at| text(&with(complete, &format!("\"x\":{nest}")), letter, at, at)))),
    ]
}

pub const FORMATS: &[Format] = &[
    Format {
        name: "adp",
        head: r#"{"@context":["https://agent-network-protocol.com/ad#",{"@language":"en"}],"@type":"AgentDescription",
            "@id":"https://shapes.example/ad.json","name":"~","did":"did:wba:shapes.example","version":"1.0.0",
            "created":"2026-11-01T00:00:00Z","security":"s","securityDefinitions":{"s":{"scheme":"didwba","in":"header","name":"Authorization"}}"#,
        list: [r#""products":["#, "]"],
        entries: [
            r#"{"@type":"Product","@id":"https://shapes.example/°","name":"~°","description":"d"}"#,
            r#"{"@type":"Product"}"#,
            r#"{"@type":"Prodct","nam":"~°"}"#,
        ],
        references: |parts| {
            format!(
                r#"{{"@context":["https://agent-network-protocol.com/ad#",{{{},"t0x":"urn:x"}}],"@type":"AgentDescription",
                "name":"n","did":"did:wba:shapes.example","version":"1","created":"2026-11-01T00:00:00Z","security":"s",
                "securityDefinitions":{{"s":{{"scheme":"didwba","in":"header","name":"Authorization"}}}},"interfaces":[{}]}}"#,
                parts.chain(r#""~t%":"~t^""#, 0.2),
                parts.chain(r#"{"@id":"urn:n:%","@type":"StructuredInterface","~t%":{"@id":"urn:n:^"}}"#, 0.8)
            )
        },
        mark: ["description", "_"],
        commands: &[
            &["check", "FILE"],
            &["check", "FILE", "--json"],
            &["check", "FILE", "--format", "sarif"],
            &["check", "FILE", "--fix", "-n"],
            &["show", "FILE"],
            &["show", "FILE", "--json"],
            &["expand", "FILE"],
            &["expand", "FILE", "--to", "compacted"],
            &["expand", "FILE", "--to", "flattened"],
            &["expand", "FILE", "--to", "nquads"],
            &["expand", "FILE", "--to", "turtle"],
            &["canon", "FILE"],
            &["sign", "FILE", "--key", "KEY", "--key-id", "KEYID", "-o", "SIGNED", "--force"],
            &["verify", "SIGNED", "--did-document", "DID"],
            &["verify", "SIGNED", "--did-document", "DID", "--json"],
            &["diff", "FILE", "OTHER"],
            &["lock", "FILE", "-o", "LOCK"],
            &["diff", "--lock", "LOCK"],
            &["convert", "FILE", "--to", "a2a-1.0"],
            &["convert", "FILE", "--to", "anp-07"],
            &["convert", "FILE", "--to", "seed-card"],
            &["publish", "FOLDER", "-o", "SITE", "--key", "KEY", "--catalog"],
            &["doctor", "SITE"],
        ],
    },
    Format {
        name: "a2a-card",
        head: r#"{"name":"~","description":"d","version":"1.0.0",
            "supportedInterfaces":[{"url":"https://shapes.example/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
            "capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"]"#,
        list: [r#""skills":["#, "]"],
        entries: [
            r#"{"id":"~°","name":"n","description":"d","tags":["t"]}"#,
            "{}",
            r#"{"id":"~%","nam":"n","descripton":"d","tags":["t"]}"#,
        ],
        references: |parts| {
            format!(
                r#"{{"name":"n","description":"d","version":"1.0.0","supportedInterfaces":[],"capabilities":{{}},
                "defaultInputModes":[],"defaultOutputModes":[],"securitySchemes":{{{}}},"skills":[{}]}}"#,
                parts.of(r#""~s%":{"httpAuthSecurityScheme":{"scheme":"Bearer"}}"#, 0.5),
                parts.of(
                    r#"{"id":"~%","name":"n","description":"d","tags":["t"],"securityRequirements":[{"schemes":{"~s%":{"list":[]}}}]}"#,
                    0.5
                )
            )
        },
        mark: ["description", "_"],
        commands: &[
            &["check", "FILE"],
            &["check", "FILE", "--json"],
            &["check", "FILE", "--format", "sarif"],
            &["check", "FILE", "--fix", "-n"],
            &["show", "FILE", "--json"],
            &["sign", "FILE", "--key", "KEY", "--key-id", "KEYID", "-o", "SIGNED", "--force"],
            &["verify", "SIGNED", "--did-document", "DID", "--signer", "SIGNER", "--json"],
            &["diff", "FILE", "OTHER"],
            &["lock", "FILE", "-o", "LOCK", "--with-texts"],
            &["diff", "--lock", "LOCK"],
            &["convert", "FILE", "--to", "adp"],
            &["convert", "FILE", "--to", "a2a-0.3"],
            &["convert", "FILE", "--to", "mcp-tools"],
            &["intent", "FILE", "MESSAGE"],
            &["doctor", "SITE-OF-FILE"],
        ],
    },
    Format {
        name: "a2a-card 0.3",
        head: r#"{"protocolVersion":"0.3.0","name":"~","description":"d","version":"1.0.0","url":"https://shapes.example/a2a",
            "defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[]"#,
        list: [
            r#""capabilities":{"extensions":[{"uri":"https://help.aliyun.com/zh/model-studio/multimodal-integration-a2a-intent","params":{"skills":["#,
            "]}}]}",
        ],
        entries: [
            r#"{"id":"~°","inputSchema":{"type":"object","properties":{"num1":{"type":"integer"}}}}"#,
            "{}",
            r#"{"id":"~%","inputSchma":{}}"#,
        ],
        references: |parts| {
            format!(
                r##"{{"protocolVersion":"0.3.0","name":"n","description":"d","version":"1.0.0","url":"https://shapes.example/a2a",
                "defaultInputModes":[],"defaultOutputModes":[],"skills":[],"capabilities":{{"extensions":[{{
                "uri":"https://help.aliyun.com/zh/model-studio/multimodal-integration-a2a-intent","params":{{"skills":[
                {{"id":"~0","inputSchema":{{"$defs":{{{}}},"type":"object","properties":{{{}}}}}}}]}}}}]}}}}"##,
                parts.chain(r##""~d%":{"$ref":"#/$defs/~d^"}"##, 0.5),
                parts.of(r##""~p%":{"$ref":"#/$defs/~d0"}"##, 0.5)
            )
        },
        mark: ["id", "_"],
        commands: &[
            &["check", "FILE"],
            &["check", "FILE", "--fix", "-n"],
            &["show", "FILE"],
            &["convert", "FILE", "--to", "a2a-1.0"],
            &["intent", "FILE", "MESSAGE"],
            &["intent", "CARD", "FILE"],
        ],
    },
    Format {
        name: "ai-catalog",
        head: r#"{"specVersion":"1.0","host":{"displayName":"~","identifier":"did:web:shapes.example"}"#,
        list: [r#""entries":["#, "]"],
        entries: [
            r#"{"identifier":"urn:air:shapes.example:agent:~°","displayName":"n","type":"application/a2a-agentcard+json","url":"https://shapes.example/°"}"#,
            "{}",
            r#"{"identifer":"urn:air:shapes.example:agent:~%","displayNam":"n","type":"application/json","url":"https://shapes.example/%"}"#,
        ],
        references: |parts| {
            format!(
                r#"{{"specVersion":"1.0","host":{{"displayName":"n"}},"entries":[{}]}}"#,
                parts.chain(
                    r#"{"identifier":"urn:air:shapes.example:agent:~%","type":"application/ai-catalog+json","data":{"specVersion":"1.0","entries":[{"identifier":"urn:air:shapes.example:agent:~^","type":"application/json","url":"https://shapes.example/^"}]}}"#,
                    1.0
                )
            )
        },
        mark: ["description", "_"],
        commands: &[
            &["check", "FILE"],
            &["check", "FILE", "--json"],
            &["check", "FILE", "--fix", "-n"],
            &["show", "FILE", "--json"],
            &["sign", "FILE", "--key", "KEY", "--key-id", "did:web:shapes.example#key-1", "-o", "SIGNED", "--force"],
            &["verify", "SIGNED", "--did-document", "DID", "--signer", "SIGNER", "--json"],
            &["diff", "FILE", "OTHER"],
            &["lock", "FILE", "-o", "LOCK"],
            &["diff", "--lock", "LOCK"],
            &["convert", "FILE", "--to", "adp"],
        ],
    },
    Format {
        name: "mcp-tools",
        head: r#"{"_meta":{"~":1}"#,
        list: [r#""tools":["#, "]"],
        entries: [
            r#"{"name":"~°","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}"#,
            "{}",
            r#"{"name":"~%","descripton":"d","inputSchma":{"type":"object"}}"#,
        ],
        references: |parts| {
            format!(
                r##"{{"tools":[{{"name":"a","inputSchema":{{"type":"object","$defs":{{{}}},"properties":{{{}}}}}}}]}}"##,
                parts.chain(r##""~d%":{"$ref":"#/$defs/~d^"}"##, 0.5),
                parts.of(r##""~p%":{"$ref":"#/$defs/~d0"}"##, 0.5)
            )
        },
        mark: ["description", "<"],
        commands: &[
            &["check", "FILE"],
            &["check", "FILE", "--for", "openai-strict"],
            &["check", "FILE", "--for", "gemini", "--json"],
            &["check", "FILE", "--fix", "-n"],
            &["show", "FILE", "--json"],
            &["diff", "FILE", "OTHER"],
            &["lock", "FILE", "-o", "LOCK"],
            &["diff", "--lock", "LOCK"],
            &["convert", "FILE", "--to", "openai"],
            &["convert", "FILE", "--to", "openai-strict"],
            &["convert", "FILE", "--to", "anthropic"],
            &["convert", "FILE", "--to", "gemini"],
            &["convert", "FILE", "--to", "a2a-1.0", "--name", "n", "--url", "https://shapes.example"],
        ],
    },
    Format {
        name: "mcp-server",
        head: r#"{"$schema":"https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json","name":"com.shapes/~",
            "version":"1.0.2","description":"d""#,
        list: [r#""packages":["#, "]"],
        entries: [
            r#"{"registryType":"npm","identifier":"@shapes/~°","version":"1.0.2","transport":{"type":"stdio"}}"#,
            "{}",
            r#"{"registryTyp":"npm","identifer":"@shapes/~%","transport":{"type":"stdio"}}"#,
        ],
        references: |parts| {
            format!(
                r#"{{"$schema":"https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json","name":"com.shapes/a",
                "version":"1.0.2","description":"d","remotes":[{{"type":"streamable-http","url":"https://shapes.example/{}",
                "variables":{{{}}}}}]}}"#,
                parts.of("{v%}", 0.3).replace(',', ""),
                parts.of(r#""v%":{"default":"{v%}"}"#, 0.7)
            )
        },
        mark: ["identifier", "{"],
        commands: &[
            &["check", "FILE"],
            &["check", "FILE", "--fix", "-n"],
            &["show", "FILE", "--json"],
            &["diff", "FILE", "OTHER"],
            &["lock", "FILE", "-o", "LOCK"],
        ],
    },
    Format {
        name: "skills-index",
        head: r#"{"$schema":"https://schemas.agentskills.io/discovery/0.2.0/schema.json","~":1"#,
        list: [r#""skills":["#, "]"],
        entries: [
            r#"{"name":"~°","type":"skill-md","description":"d","url":"~°/SKILL.md","digest":"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}"#,
            "{}",
            r#"{"nam":"~°","type":"skill-md","descripton":"d","url":"~%/SKILL.md"}"#,
        ],
        references: |parts| {
            format!(
                r#"{{"$schema":"https://schemas.agentskills.io/discovery/0.2.0/schema.json","skills":[{}]}}"#,
                parts.chain(r#"{"name":"~%","type":"skill-md","description":"~^","url":"~^/../~%/SKILL.md"}"#, 1.0)
            )
        },
        mark: ["url", "../"],
        commands: &[
            &["check", "FILE"],
            &["check", "FILE", "--fix", "-n"],
            &["show", "FILE", "--json"],
            &["diff", "FILE", "OTHER"],
        ],
    },
    Format {
        name: "openapi",
        head: r#"{"openapi":"3.1.0","info":{"title":"~","version":"1"},"servers":[{"url":"https://shapes.example"}]"#,
        list: [r#""paths":{"#, "}"],
        entries: [
            r#""/~%":{"get":{"operationId":"~°","description":"d","responses":{"200":{"description":"r"}}}}"#,
            r#""/~%":{}"#,
            r#""/~%":{"get":{"operationID":"~°","respnses":{}}}"#,
        ],
        references: |parts| {
            format!(
                r##"{{"openapi":"3.1.0","info":{{"title":"n","version":"1"}},"servers":[{{"url":"https://shapes.example"}}],
                "paths":{{"/a":{{"post":{{"operationId":"a","responses":{{}},"requestBody":{{"content":{{"application/json":{{"schema":
                {{"type":"object","properties":{{{}}}}}}}}}}}}}}}}},"components":{{"schemas":{{{}}}}}}}"##,
                parts.of(r##""~p%":{"$ref":"#/components/schemas/~s%"}"##, 0.5),
                parts.chain(
                    r##""~s%":{"type":"object","properties":{"next":{"$ref":"#/components/schemas/~s^"}}}"##,
                    0.5
                )
            )
        },
        mark: ["summary", "{"],
        commands: &[
            &["check", "FILE"],
            &["check", "FILE", "--for", "openai-strict"],
            &["check", "FILE", "--fix", "-n"],
            &["show", "FILE"],
            &["diff", "FILE", "OTHER"],
            &["lock", "FILE", "-o", "LOCK"],
            &["convert", "FILE", "--to", "mcp-tools"],
            &["convert", "FILE", "--to", "openai-strict"],
        ],
    },
    Format {
        name: "agents-json",
        head: r#"{"agentsJson":"0.1.0","info":{"title":"~","version":"1.0.0","description":"d"},
            "sources":[{"id":"shop","path":"shop.json"}]"#,
        list: [r#""flows":["#, "]"],
        entries: [
            r#"{"id":"~°","title":"t","description":"d","actions":[{"id":"a","sourceId":"shop","operationId":"placeOrder"}],"links":[],"fields":{"parameters":[],"responses":{"success":{"type":"object"}}}}"#,
            "{}",
            r#"{"id":"~%","titel":"t","descripton":"d","actions":[{"id":"a","sourceId":"shp","operationId":"placeOrdr"}]}"#,
        ],
        references: |parts| {
            format!(
                r#"{{"agentsJson":"0.1.0","info":{{"title":"n","version":"1.0.0","description":"d"}},
                "sources":[{{"id":"shop","path":"shop.json"}}],"flows":[{{"id":"~0","title":"t","description":"d","actions":[{}],
                "links":[{}],"fields":{{"parameters":[],"responses":{{"success":{{"type":"object"}}}}}}}}]}}"#,
                parts.of(r#"{"id":"a%","sourceId":"shop","operationId":"placeOrder"}"#, 0.35),
                parts.chain(
                    r#"{"origin":{"actionId":"a%","fieldPath":"responses.success.number"},"target":{"actionId":"a^","fieldPath":"requestBody.item"}}"#,
                    0.65
                )
            )
            .replace('~', &parts.letter.to_string())
        },
        mark: ["description", "_"],
        commands: FLOWS,
    },
    Format {
        name: "arazzo",
        head: r#"{"arazzo":"1.0.1","info":{"title":"~","version":"1"},
            "sourceDescriptions":[{"name":"shop","url":"shop.json","type":"openapi"}]"#,
        list: [r#""workflows":["#, "]"],
        entries: [
            r#"{"workflowId":"~°","steps":[{"stepId":"p","operationId":"placeOrder","outputs":{"id":"$response.body#/id"}}]}"#,
            "{}",
            r#"{"workflowId":"~%","stepss":[{"stepID":"p","operatonId":"placeOrder"}]}"#,
        ],
        references: |parts| {
            format!(
                r##"{{"arazzo":"1.0.1","info":{{"title":"n","version":"1"}},
                "sourceDescriptions":[{{"name":"shop","url":"shop.json","type":"openapi"}}],"workflows":[{{"workflowId":"~0",
                "inputs":{{"type":"object","properties":{{{}}}}},"steps":[{}]}}],"components":{{"inputs":{{{}}}}}}}"##,
                parts.of(r##""~p%":{"$ref":"#/components/inputs/~i%"}"##, 0.3),
                parts.chain(
                    r#"{"stepId":"s^","operationId":"placeOrder","parameters":[{"name":"item","in":"query","value":"$steps.s%.outputs.id"}],"outputs":{"id":"$steps.s%.outputs.id"}}"#,
                    0.4
                ),
                parts.chain(
                    r##""~i%":{"type":"object","properties":{"n":{"$ref":"#/components/inputs/~i^"}}}"##,
                    0.3
                )
            )
            .replace('~', &parts.letter.to_string())
        },
        mark: ["description", "{$inputs."],
        commands: FLOWS,
    },
    Format {
        name: "arazzo payload",
        head: r#"{"arazzo":"1.0.1","info":{"title":"~","version":"1"},
            "sourceDescriptions":[{"name":"shop","url":"shop.json","type":"openapi"}]"#,
        list: [
            r#""workflows":[{"workflowId":"~0","inputs":{"type":"object","properties":{"x":{"type":"string"}}},"steps":[{"stepId":"s","operationId":"placeOrder","requestBody":{"contentType":"application/json","payload":{"items":["#,
            r#"]}}}]}]"#,
        ],
        entries: [r#"{"item":"$inputs.x","of":"{$inputs.x}~°"}"#, "{}", r#"{"item":"$input.x","of":"{$inputs.y}"}"#],
        references: |parts| {
            format!(
                r#"{{"arazzo":"1.0.1","info":{{"title":"n","version":"1"}},
                "sourceDescriptions":[{{"name":"shop","url":"shop.json","type":"openapi"}}],"workflows":[{{"workflowId":"~0","steps":[
                {{"stepId":"s","operationId":"placeOrder","requestBody":{{"contentType":"application/json","payload":{{"a":1}},
                "replacements":[{}]}}}}]}}]}}"#,
                parts.of(r#"{"target":"/a","value":"$inputs.x%"}"#, 1.0)
            )
            .replace('~', &parts.letter.to_string())
        },
        mark: ["of", "{$inputs.x}_"],
        commands: FLOWS,
    },
    Format {
        name: "openrpc",
        head: r#"{"openrpc":"1.3.2","info":{"title":"~","version":"1.0.0"},"servers":[{"url":"https://shapes.example/rpc"}]"#,
        list: [r#""methods":["#, "]"],
        entries: [
            r#"{"name":"~°","summary":"s","params":[{"name":"n","schema":{"type":"integer"}}],"result":{"name":"r","schema":{"type":"array"}}}"#,
            "{}",
            r#"{"nam":"~°","params":[{"name":"n","required":true,"shema":{"type":"int"}}]}"#,
        ],
        references: |parts| {
            format!(
                r##"{{"openrpc":"1.3.2","info":{{"title":"n","version":"1.0.0"}},"methods":[{{"name":"a","params":[{}]}}],
                "components":{{"schemas":{{{}}}}}}}"##,
                parts.of(r##"{"name":"~p%","schema":{"$ref":"#/components/schemas/~s%"}}"##, 0.5),
                parts.chain(r##""~s%":{"type":"object","properties":{"n":{"$ref":"#/components/schemas/~s^"}}}"##, 0.5)
            )
        },
        mark: ["description", "_"],
        commands: &[
            &["check", "FILE"],
            &["check", "FILE", "--fix", "-n"],
            &["show", "FILE"],
            &["diff", "FILE", "OTHER"],
            &["lock", "FILE", "-o", "LOCK"],
            &["convert", "FILE", "--to", "mcp-tools"],
        ],
    },
    Format {
        name: "did-document",
        head: r#"{"@context":["https://www.w3.org/ns/did/v1"],"id":"did:wba:shapes.example:~""#,
        list: [r#""service":["#, "]"],
        entries: [
            r#"{"id":"did:wba:shapes.example:~°#%","type":"AgentDescription","serviceEndpoint":"https://shapes.example/°"}"#,
            "{}",
            r#"{"id":"did:wba:shapes.example:~°s","typ":"AgentDescription","serviceEndpont":"https://shapes.example"}"#,
        ],
        references: |parts| {
            format!(
                r#"{{"@context":["https://www.w3.org/ns/did/v1"],"id":"did:wba:shapes.example","authentication":[{}],
                "assertionMethod":[{}]}}"#,
                parts.of(r#""did:wba:shapes.example#~%""#, 0.5),
                parts.of(r#""did:wba:shapes.example#~%""#, 0.5)
            )
        },
        mark: ["description", "_"],
        commands: &[
            &["check", "FILE"],
            &["check", "FILE", "--fix", "-n"],
            &["did", "check", "FILE"],
            &["did", "check", "FILE", "--json"],
            &["show", "FILE", "--json"],
            &["diff", "FILE", "OTHER"],
            &["expand", "FILE", "--to", "nquads"],
        ],
    },
    Format {
        name: "envelope",
        head: r#"{"version":"1.0","messageId":"5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c","timestamp":"2026-11-01T10:00:00.000Z",
            "source":{"agentId":"did:wba:shapes.example","agentType":"a"},
            "target":{"agentId":"did:wba:kb.example","agentType":"b","routingStrategy":"direct"},
            "message":{"type":"REQUEST","subType":"query","priority":"normal"},
            "security":{"timestamp":"2026-11-01T10:00:01Z","nonce":"q83vEjRWeJCrze8SNFZ4kA"}"#,
        list: [r#""payload":{"action":"~","parameters":{"all":["#, "]}}"],
        entries: [r#"{"query":"~°"}"#, "{}", r#"{"qery":"~°"}"#],
        references: |parts| {
            format!(
                r#"{{"version":"1.0","messageId":"5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c","timestamp":"2026-11-01T10:00:00.000Z",
                "source":{{}},"target":{{"agentId":[{}]}},"message":{{}},"payload":{{}},"security":{{}}}}"#,
                parts.of(r#""did:wba:shapes.example:~%""#, 1.0)
            )
        },
        mark: ["query", "_"],
        commands: &[
            &["check", "FILE"],
            &["check", "FILE", "--fix", "-n"],
            &["show", "FILE", "--json"],
            &["message", "sign", "FILE", "--key", "KEY", "--key-id", "KEYID", "-o", "SIGNED", "--force"],
            &["message", "verify", "SIGNED", "--did-document", "DID"],
        ],
    },
    Format {
        name: "discovery-listing",
        head: r#"{"@context":{"@vocab":"https://schema.org/","did":"https://w3id.org/did#","ad":"https://agent-network-protocol.com/ad#"},
            "@type":"CollectionPage","url":"https://shapes.example/.well-known/agent-descriptions","next":"https://shapes.example/~""#,
        list: [r#""items":["#, "]"],
        entries: [
            r#"{"@type":"ad:AgentDescription","name":"n","@id":"https://shapes.example/~°"}"#,
            "{}",
            r#"{"@type":"ad:AgentDescripton","nam":"n","@id":"https://shapes.example/~%"}"#,
        ],
        references: |parts| {
            format!(
                r#"{{"@context":{{"@vocab":"https://schema.org/",{}}},"@type":"CollectionPage","items":[{}]}}"#,
                parts.chain(r#""t%":"t^""#, 0.3),
                parts.of(r#"{"t%":{"@id":"t%:x"}}"#, 0.7)
            )
        },
        mark: ["description", "_"],
        commands: &[
            &["check", "FILE"],
            &["check", "FILE", "--fix", "-n"],
            &["show", "FILE", "--json"],
            &["expand", "FILE"],
        ],
    },
];

const FLOWS: &[&[&str]] = &[
    &["check", "FILE"],
    &["check", "FILE", "--fix", "-n"],
    &["flow", "list", "FILE"],
    &["flow", "plan", "FILE", "a0"],
    &["flow", "plan", "FILE", "a0", "--json"],
    &["flow", "tools", "FILE", "--format", "openai"],
    &["flow", "prompt", "FILE"],
    &["convert", "FILE", "--to", "arazzo"],
    &["convert", "FILE", "--to", "anthropic"],
    &["diff", "FILE", "OTHER"],
    &["lock", "FILE", "-o", "LOCK"],
];
