//! The output format of a graph, chosen by file extension.

use super::{dot, graph, svg};
use crate::{
    failure::Failure,
    output::{Force, Output},
    terminal::Terminal,
};
use agent_description::discovery::Graph;
use std::path::Path;

/// An output file for a graph.
#[derive(Debug)]
pub struct Picture<'a> {
    output: Output<'a>,
    form: Form,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Json,
    Dot,
    Svg,
}

impl<'a> Picture<'a> {
    /// Chooses the format by the file extension. Rejects an unwritable file before anything is fetched.
    pub fn for_path(path: &'a Path, force: Force) -> Result<Self, Failure> {
        let form = match path.extension().and_then(|extension| extension.to_str()) {
            Some("json") => Form::Json,
            Some("dot" | "gv") => Form::Dot,
            Some("svg") => Form::Svg,
            _ => {
                let name = path.display();
                return Err(Failure::usage(format!("--graph {name}: the file name must end in .json, .dot or .svg")));
            }
        };
        Ok(Self { output: Output::file(path, force, "--graph -: pass a file name")?, form })
    }

    /// Writes the graph.
    pub fn write(&self, start: &str, graph: &Graph) -> Result<(), Failure> {
        let text = match self.form {
            Form::Json => Terminal::json_text(&graph::to_json(start, graph))?,
            Form::Dot => dot::draw(start, graph),
            Form::Svg => svg::draw(start, graph),
        };
        self.output.write(text.as_bytes())
    }
}
