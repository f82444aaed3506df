//! A session with an MCP server.

use super::{
    SessionSettings,
    http::HttpClient,
    received::Received,
    settings::too_late,
    stdio::{self, ServerProcess},
};
use crate::failure::Failure;
use adp_compare::lock::ServerAddress;
use adp_tools::tool_api::MAX_TOOLS;
use agent_description::{Code, Document, Json, ReadLimits, diagnostic::shortened, json::Object};
use rmcp::{
    ClientLifecycleMode, ClientServiceExt, RoleClient, ServiceError,
    model::{
        CallToolRequest, CallToolRequestParams, ClientCapabilities, ClientConfig, ClientRequest, Implementation,
        ListToolsRequest, PaginatedRequestParams, ProtocolVersion,
    },
    service::{PeerRequestOptions, RunningService},
    transport::{StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig},
};
use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

/// The most pages of a list of tools.
const MAX_PAGES: usize = 100;
/// How often a list that changes is read.
const MAX_READS: usize = 3;

pub struct Session {
    service: RunningService<RoleClient, ClientConfig>,
    process: Option<ServerProcess>,
    received: Received,
    /// For one answer.
    timeout: Duration,
}

impl Session {
    /// Connects to a server and agrees on a version: the newest that both speak, from 2024-11-05 on.
    pub async fn open(address: &ServerAddress, settings: &SessionSettings) -> Result<Self, Failure> {
        let received = Received::default();
        let implementation = Implementation::new("adp", env!("CARGO_PKG_VERSION"));
        let client = ClientConfig::new(ClientCapabilities::default(), implementation);
        let lifecycle = ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            legacy_version: Some(ProtocolVersion::LATEST_WITH_INITIALIZE),
        };
        let (service, process) = match address {
            ServerAddress::Url(url) => {
                let http = HttpClient {
                    fetcher: settings.fetcher.clone(),
                    token: settings.token.clone(),
                    received: received.clone(),
                };
                let config = StreamableHttpClientTransportConfig::with_uri(url.as_str());
                let transport = StreamableHttpClientTransport::with_client(http, config);
                (client.serve_with_lifecycle(transport, lifecycle).await, None)
            }
            ServerAddress::Command(command) => {
                let (process, transport) = stdio::start(command, &received, &settings.terminal)?;
                (client.serve_with_lifecycle(transport, lifecycle).await, Some(process))
            }
        };
        let service = match service {
            Ok(service) => service,
            Err(error) => {
                // its last lines on standard error say why
                if let Some(process) = process {
                    process.end().await;
                }
                // without the SDK's name of the transport
                let cause = error.to_string().rsplit("] error: ").next().unwrap_or_default().to_owned();
                let message = format!("{address} does not answer as an MCP server: {cause}");
                return Err(received.take_failure().unwrap_or_else(|| Failure::new(Code::NET_CONNECT, message)));
            }
        };
        let session = Self { service, process, received, timeout: settings.timeout };
        let protocol = session.protocol();
        if ProtocolVersion::KNOWN_VERSIONS.iter().all(|known| known.as_str() != protocol) {
            session.close().await;
            let known = ProtocolVersion::KNOWN_VERSIONS.iter().map(ProtocolVersion::as_str).collect::<Vec<_>>();
            let message = format!(
                "the server chose the protocol version {}, expected one of {}",
                shortened(&protocol),
                known.join(", ")
            );
            return Err(Failure::new(Code::INVALID_RESULT, message));
        }
        Ok(session)
    }

    /// The version of MCP that is spoken.
    pub fn protocol(&self) -> String {
        self.service.peer().peer_info().map(|info| info.protocol_version.to_string()).unwrap_or_default()
    }

    /// What the server tells models about its tools.
    pub fn instructions(&self) -> Option<String> {
        self.service.peer().peer_info().and_then(|info| info.instructions.clone())
    }

    /// The tools of the server, all pages in one list, as the server wrote them.
    pub async fn tools(&self) -> Result<Document, Failure> {
        let mut earlier = None;
        for _ in 0..MAX_READS {
            let from = self.received.count();
            let tools = self.read_tools().await?;
            if !self.received.has_list_changed(from) || earlier.as_ref() == Some(&tools) {
                let list = Object::from_iter([("tools", tools)]);
                let limits = ReadLimits::new(Received::MAX_BYTES).unsigned();
                return Document::from_object(list, limits).map_err(Failure::from);
            }
            earlier = Some(tools);
        }
        let message = format!("the server changed its list of tools while it was read, {MAX_READS} times");
        Err(Failure::new(Code::CONTRADICTION, message).with_help("try again later"))
    }

    async fn read_tools(&self) -> Result<Vec<Json>, Failure> {
        let wrong = |message: String| Err(Failure::new(Code::INVALID_RESULT, message));
        let (mut tools, mut pages) = (Vec::<Json>::new(), HashMap::<String, usize>::new());
        let (mut cursors, mut cursor) = (HashSet::new(), None);
        for page in 0..MAX_PAGES {
            let params = PaginatedRequestParams::default().with_cursor(cursor.take());
            let request =
                ListToolsRequest { method: Default::default(), params: Some(params), extensions: Default::default() };
            let result = self.request(ClientRequest::ListToolsRequest(request)).await?;
            let Some(items) = result.get("tools").and_then(Json::as_array) else {
                return wrong("the result of tools/list has no list `tools`".to_owned());
            };
            for name in items.iter().filter_map(|tool| tool.get("name")?.as_str()) {
                match pages.insert(name.to_owned(), page) {
                    // two of one name can be listed, not called
                    Some(earlier) if earlier != page => {
                        let message = format!(
                            "the tool {} is on two pages of the list: it changed while it was read",
                            shortened(name)
                        );
                        return Err(Failure::new(Code::CONTRADICTION, message).with_help("try again later"));
                    }
                    _ => {}
                }
            }
            tools.extend_from_slice(items);
            if tools.len() > MAX_TOOLS {
                return Err(Failure::new(Code::TOO_LARGE, format!("the server has more than {MAX_TOOLS} tools")));
            }
            let Some(next) = result.get("nextCursor").filter(|next| !next.is_null()) else { return Ok(tools) };
            let Some(next) = next.as_str() else {
                return wrong(format!("`nextCursor` is {}, expected a string", next.kind()));
            };
            if !cursors.insert(next.to_owned()) {
                return wrong(format!("the server gave the cursor {} twice: its list has no end", shortened(next)));
            }
            cursor = Some(next.to_owned());
        }
        Err(Failure::new(Code::TOO_LARGE, format!("the server's list of tools has more than {MAX_PAGES} pages")))
    }

    /// Calls a tool: the result, as the server wrote it.
    pub async fn call(&self, tool: &str, arguments: &Json) -> Result<Json, Failure> {
        let arguments = serde_json::from_str(&arguments.to_compact());
        let arguments = arguments.map_err(|error| Failure::new(Code::INVALID_ARGUMENTS, error.to_string()))?;
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        self.request(ClientRequest::CallToolRequest(CallToolRequest::new(params))).await
    }

    async fn request(&self, request: ClientRequest) -> Result<Json, Failure> {
        let from = self.received.count();
        let options = PeerRequestOptions::with_timeout(self.timeout);
        let sent = self.service.peer().send_request_with_option(request, options).await;
        let sent = sent.map_err(|error| self.failed(&error))?;
        let id = sent.id.clone();
        let answer = tokio::select! {
            biased;
            failure = self.received.failure() => return Err(failure),
            answer = sent.await_response() => answer,
        };
        // the bytes decide, whatever the SDK read in them
        match (self.received.result(from, &id)?, answer) {
            (Some(result), _) => Ok(result),
            (None, Err(error)) => Err(self.failed(&error)),
            (None, Ok(_)) => Err(Failure::new(Code::INVALID_RESULT, "the server's answer has no `result`")),
        }
    }

    fn failed(&self, error: &ServiceError) -> Failure {
        self.received.take_failure().unwrap_or_else(|| match error {
            ServiceError::McpError(error) => {
                let message = format!("the server refused: {} ({})", shortened(&error.message), error.code.0);
                Failure::new(Code::INVALID_RESULT, message)
            }
            ServiceError::Timeout { .. } => too_late(),
            _ => Failure::new(Code::NET_CONNECT, format!("the session ended: {error}")),
        })
    }

    /// Ends the session, and the process of the server.
    pub async fn close(self) {
        let _ = tokio::time::timeout(Duration::from_secs(5), self.service.cancel()).await;
        if let Some(process) = self.process {
            process.end().await;
        }
    }
}
