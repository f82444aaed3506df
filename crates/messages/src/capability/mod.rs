//! Validates requests and responses with the schemas of a card: parameters with the capability's `inputSchema`, results
//! with its `outputSchema`.
//!
//! In the source's example, `outputSchema` of `search` is an object with the member `results`, and the response has
//! `payload.results`. Such a schema applies to the payload, without the envelope's members `status` and `metadata`
//! unless it names them. Any other `outputSchema` applies to `payload.results`.

mod performance;

pub use performance::Performance;

pub(crate) use performance::whole;

use crate::{MessageError, envelope::Envelope};
use adp_cards::seed_card::{Capability, SeedCard};
use adp_tools::{
    json_schema::{Compiler, Schema, Unfit},
    lenient_members::other,
};
use agent_description::{
    Code,
    diagnostic::{Place, shortened},
    json::{Json, Object, Text},
};

/// Maximum number of capabilities of an agent.
const MAX_CAPABILITIES: usize = 1_000;

/// The capabilities of a card with compiled schemas.
#[derive(Debug)]
pub struct Capabilities {
    all: Vec<Checked>,
}

/// A capability.
#[derive(Debug)]
struct Checked {
    name: Text,
    input: Option<Schema>,
    output: Option<Output>,
}

/// The schema of a response.
#[derive(Debug)]
enum Output {
    /// For the payload, without the envelope's members.
    Payload { schema: Schema, without: Vec<&'static str> },
    /// For `payload.results`.
    Results(Schema),
}

impl Capabilities {
    /// Compiles the capabilities of a card.
    ///
    /// # Errors
    ///
    /// `invalid-schema`: a capability without a unique name, an unusable schema, or more than 1,000 capabilities.
    pub fn from_card(card: &SeedCard) -> Result<Self, MessageError> {
        let found = card.capabilities.len();
        if found > MAX_CAPABILITIES {
            let message = format!("the card has {found} capabilities, expected at most {MAX_CAPABILITIES}");
            return Err(unusable(message));
        }
        let mut compiler = Compiler::default();
        let mut all: Vec<Checked> = Vec::with_capacity(found);
        for (index, capability) in card.capabilities.iter().enumerate() {
            let name = capability.name.clone();
            let nameless = || unusable(format!("capability {index} of the card has no `name`"));
            let name = name.ok_or_else(nameless)?;
            if all.iter().any(|known| known.name == name) {
                let message = format!("the card has the capability {} twice", shortened(&name));
                return Err(unusable(message));
            }
            all.push(Checked {
                input: compiled(&mut compiler, &name, "inputSchema", capability.input_schema.as_ref())?,
                output: output(&mut compiler, &name, capability)?,
                name,
            });
        }
        Ok(Self { all })
    }

    /// Whether the capability exists.
    #[must_use]
    pub fn has(&self, action: &str) -> bool {
        self.find(action).is_some()
    }

    /// Validates a request: `payload.action` is a capability, and `payload.parameters` (default: an empty object) match
    /// its `inputSchema`.
    ///
    /// # Errors
    ///
    /// `invalid-reference`, `invalid-arguments`.
    pub fn check_request(&self, request: &Envelope) -> Result<(), MessageError> {
        let action = request.action().unwrap_or_default();
        let capability = self.find(action).ok_or_else(|| self.unknown(action))?;
        let Some(schema) = &capability.input else { return Ok(()) };
        let none = Json::from(Object::new());
        let given = request.payload.get("parameters").unwrap_or(&none);
        schema.validate(given).map_err(|unfit| {
            let what = format!("the parameters of {} do not match its `inputSchema`", shortened(action));
            misfit(Code::INVALID_ARGUMENTS, &what, "/payload/parameters", &unfit)
        })
    }

    /// Validates the response to a request with this action. Results are validated only if `status` is `success`.
    ///
    /// # Errors
    ///
    /// `invalid-reference`, `invalid-result`.
    pub fn check_response(&self, action: &str, response: &Envelope) -> Result<(), MessageError> {
        if response.status().is_some_and(|status| status != "success") {
            return Ok(());
        }
        self.check_results(action, &response.payload)
    }

    /// Like [`Self::check_response`], for the payload of a successful response.
    ///
    /// # Errors
    ///
    /// `invalid-reference`, `invalid-result`.
    pub fn check_results(&self, action: &str, payload: &Object) -> Result<(), MessageError> {
        let capability = self.find(action).ok_or_else(|| self.unknown(action))?;
        let Some(output) = &capability.output else { return Ok(()) };
        let (at, checked) = match output {
            Output::Payload { schema, without } => ("/payload", schema.validate(&other(payload, without).into())),
            Output::Results(schema) => {
                let missing = Json::from(None::<Json>);
                ("/payload/results", schema.validate(payload.get("results").unwrap_or(&missing)))
            }
        };
        checked.map_err(|unfit| {
            let what = format!("the result of {} does not match its `outputSchema`", shortened(action));
            misfit(Code::INVALID_RESULT, &what, at, &unfit)
        })
    }

    fn find(&self, action: &str) -> Option<&Checked> {
        self.all.iter().find(|known| known.name.as_str() == action)
    }

    fn unknown(&self, action: &str) -> MessageError {
        let known: Vec<String> = self.all.iter().take(8).map(|capability| shortened(&capability.name)).collect();
        let (action, known) = (shortened(action), known.join(", "));
        let message = format!("`payload.action` is {action}, expected a capability of the agent: {known}");
        MessageError::new(Code::INVALID_REFERENCE, message).at(Place::pointing("/payload/action"))
    }
}

/// The card's capabilities cannot be used.
fn unusable(message: String) -> MessageError {
    MessageError::new(Code::INVALID_SCHEMA, message)
}

/// The first mismatch of a value at a location. `what` does not match.
fn misfit(code: Code, what: &str, at: &str, unfit: &Unfit) -> MessageError {
    let (pointer, misfit) = match unfit.mismatches().first() {
        Some(first) => (format!("{at}{}", first.pointer), first.message.as_str()),
        None => (at.to_owned(), "validation exceeds the work limit"),
    };
    MessageError::new(code, format!("{what}: {misfit}")).at(Place::pointing(&pointer))
}

fn output(compiler: &mut Compiler, name: &str, capability: &Capability) -> Result<Option<Output>, MessageError> {
    let written = capability.output_schema.as_ref();
    let Some(schema) = compiled(compiler, name, "outputSchema", written)? else { return Ok(None) };
    let properties = written.and_then(|schema| schema.get("properties")).and_then(Json::as_object);
    Ok(Some(match properties.filter(|properties| properties.contains("results")) {
        Some(properties) => {
            let without = ["status", "metadata"].into_iter().filter(|name| !properties.contains(name)).collect();
            Output::Payload { schema, without }
        }
        None => Output::Results(schema),
    }))
}

fn compiled(
    compiler: &mut Compiler,
    name: &str,
    member: &'static str,
    schema: Option<&Object>,
) -> Result<Option<Schema>, MessageError> {
    let Some(schema) = schema else { return Ok(None) };
    compiler.compile(&schema.clone().into()).map(Some).map_err(|faults| {
        let why = faults.into_iter().next().map_or_else(|| "it cannot be compiled".to_owned(), |fault| fault.message);
        unusable(format!("the `{member}` of {} cannot be used: {why}", shortened(name)))
    })
}
