//! One thing broken in a document.

use super::Generator;
use serde_json::{Value, json};

impl Generator {
    /// Breaks one thing: in the context of the root, or in its node.
    pub(super) fn fault(&mut self, root: &mut Value) {
        let node = match root {
            Value::Array(nodes) => &mut nodes[0],
            node => node,
        };
        let node = node.as_object_mut().unwrap();
        self.used("fault");
        let definition = match self.below(30) {
            0 => json!({"@id": 5}),
            1 => json!({"@id": "ex:broken", "@container": "@sorted"}),
            2 => json!({"@id": "ex:broken", "@type": "relative"}),
            3 => json!({"@id": "ex:broken", "@type": 1}),
            4 => json!({"@id": "ex:broken", "@language": 1}),
            5 => json!({"@id": "ex:broken", "@direction": "up"}),
            6 => json!({"@id": "broken:broken"}),
            7 => json!({"@reverse": "ex:broken", "@id": "ex:other"}),
            8 => json!({"@reverse": "ex:broken", "@container": "@list"}),
            9 => json!({"@id": "ex:broken", "@nest": "@id"}),
            10 => json!({"@id": "ex:broken", "@container": ["@list", "@set"]}),
            11 => json!({"@id": "ex:broken", "@index": "ex:index"}),
            12 => json!({"@id": "ex:broken", "@unknown": true}),
            13 => json!({"@id": "ex:broken", "@context": 5}),
            14 => json!({"@id": "ex:broken", "@prefix": 1}),
            15 => json!(5),
            16 => json!({"@id": "@context"}),
            17 => json!({"@id": "ex:broken", "@protected": "yes"}),
            other => {
                let (name, value) = match other {
                    18 => ("@id", json!(5)),
                    19 => ("@type", json!(5)),
                    20 => ("@index", json!(5)),
                    21 => ("@included", json!("text")),
                    22 => ("@reverse", json!("text")),
                    23 => ("@nest", json!("text")),
                    24 => ("ex:broken", json!({"@value": {}})),
                    25 => ("ex:broken", json!({"@value": "a", "@id": "ex:b"})),
                    26 => ("ex:broken", json!({"@value": "a", "@language": "en", "@type": "ex:c"})),
                    27 => ("ex:broken", json!({"@value": 5, "@language": "en"})),
                    28 => ("ex:broken", json!({"@list": ["a"], "@id": "ex:b"})),
                    _ => ("@reverse", json!({"ex:broken": "text"})),
                };
                node.insert(name.into(), value);
                return;
            }
        };
        let context = node.get_mut("@context").unwrap();
        let target = match context {
            Value::Array(contexts) => contexts.last_mut().unwrap(),
            other => other,
        };
        target.as_object_mut().unwrap().insert("broken".into(), definition);
    }
}
