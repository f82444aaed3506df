//! What documents of MCP servers are found by: lists of tools, server cards, a registry's `server.json`.

use super::{Record, Tool, owned};
use adp_cards::{
    mcp_server::Server,
    mcp_server_card::ServerCard,
    mcp_tools::{self, ToolList},
};
use agent_description::Document;

pub(super) fn fill_from_tools(record: &mut Record, document: &Document) {
    record.tools = tools(&ToolList::read(document).tools);
}

pub(super) fn fill_from_server_card(record: &mut Record, document: &Document) {
    let card = ServerCard::read(document);
    record.name = owned(card.name.as_deref());
    record.display_name = owned(card.title.as_deref());
    record.description = owned(card.description.as_deref());
    record.version = owned(card.version.as_deref());
    record.tools = tools(&card.tools);
}

pub(super) fn fill_from_server(record: &mut Record, document: &Document) {
    let server = Server::read(document);
    record.name = owned(server.name.as_deref());
    record.display_name = owned(server.title.as_deref());
    record.description = owned(server.description.as_deref());
    record.version = owned(server.version.as_deref());
}

fn tools(tools: &[mcp_tools::Tool]) -> Vec<Tool> {
    let text = |tool: &mcp_tools::Tool| {
        // a title is what people call the tool: found with what it does
        let title = tool.title.as_deref().or(tool.annotations.title.as_deref());
        match (title, tool.description.as_deref()) {
            (Some(title), Some(description)) => Some(format!("{title}\n{description}")),
            (title, description) => owned(title.or(description)),
        }
    };
    tools.iter().map(|tool| Tool { name: owned(tool.name.as_deref()), description: text(tool) }).collect()
}
