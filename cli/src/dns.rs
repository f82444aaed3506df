//! `adp dns`: the DNS records for what a host shows, and a check of those in a zone file.

use crate::{
    doctor::{self, DoctorTarget},
    failure::{Failure, Outcome},
    input::file,
    network::NetworkArgs,
    output::{escape::escape, object, terminal::Terminal},
};
use adp_catalogs::dns_aid::{self, DnsRecord, ZoneFinding};
use adp_compare::doctor::ProbedDocument;
use agent_description::{Code, diagnostic::Severity, json::Object};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  adp dns agent.example.com
  adp dns site --host agent.example.com
  adp dns agent.example.com --zone example.com.zone

Prints SVCB and TXT records in zone file format. One is for the index of the
host: its catalog. The others are for the agents that valid A2A cards or MCP
server cards at well-known URLs describe. With --zone, compares the records in
a zone file instead. adp asks no resolver. The records follow
draft-mozleywilliams-dnsop-dnsaid-02; its keys have no registered numbers yet
and are written as key65400 to key65409. Exit code 1 means that a record is
wrong or missing, that another record at its name hides or contradicts it, or
that there is no record to compare.";

/// The largest zone file, in bytes.
const MAX_ZONE_BYTES: usize = 4 << 20;

/// Print the DNS records of a host's agents, or check a zone file
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// HOST, HOST:PORT or the folder of a site
    #[arg(value_name = "HOST|FOLDER")]
    target: String,

    /// Zone file to check (RFC 1035)
    #[arg(long, value_name = "FILE")]
    zone: Option<PathBuf>,

    /// Host that a folder will be published on (default: the host of its DIDs)
    #[arg(long, value_name = "HOST[:PORT]")]
    host: Option<String>,

    #[command(flatten)]
    network: NetworkArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let target = doctor::target(&args.target, args.host.as_deref())?;
    let Some(origin) = target.origin() else {
        return Err(Failure::usage("the host of the folder is unknown; pass --host HOST"));
    };
    if matches!(&target, DoctorTarget::Host(base) if *base != origin.to_string()) {
        return Err(Failure::usage(format!("found {}, expected a host without a path", args.target)));
    }
    let host = origin.host().to_owned();
    let zone = args.zone.as_deref().map(|path| read_zone(path, &host, terminal)).transpose()?;
    let diagnosis = target.inspect_well_known(&args.network, terminal)?;
    if diagnosis.is_silent() {
        let message = format!("{} did not respond", args.target);
        return Err(Failure::new(Code::NET_CONNECT, message).with_help(format!("adp doctor {}", args.target)));
    }
    let hosted: Vec<_> = diagnosis.documents.iter().filter_map(ProbedDocument::hosted).collect();
    let records = dns_aid::records(&host, &hosted);
    let findings = zone.map(|zone| dns_aid::check(&zone, &records, &host));
    if terminal.wants_json() {
        terminal.print_json(&object! {
            "host": host.as_str(),
            "records": records.iter().map(record_json).collect::<Vec<_>>(),
            "findings": findings.as_ref().map(|findings| findings.iter().map(finding_json).collect::<Vec<_>>()),
        })?;
    } else {
        print(args, &host, &records, findings.as_deref(), terminal)?;
    }
    let is_wrong = findings.iter().flatten().any(|found| found.severity == Severity::Error);
    // nothing was compared
    let is_wrong = is_wrong || findings.is_some() && records.is_empty();
    Ok(if is_wrong { Outcome::Refused } else { Outcome::Done })
}

fn read_zone(path: &Path, host: &str, terminal: &Terminal) -> Result<Vec<(usize, DnsRecord)>, Failure> {
    let (name, bytes) = file::read_named(path, MAX_ZONE_BYTES, terminal)?;
    let malformed = |message: String| Failure::new(Code::IO_READ, message).in_input(&name, &[]);
    let text = std::str::from_utf8(&bytes).map_err(|error| malformed(error.to_string()))?;
    dns_aid::read_zone(text, host).map_err(|error| malformed(error.to_string()))
}

fn print(
    args: &Args,
    host: &str,
    records: &[DnsRecord],
    findings: Option<&[ZoneFinding]>,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let Some(findings) = findings else {
        if records.is_empty() {
            terminal.note(&nothing_shown(host));
        }
        return records.iter().try_for_each(|record| {
            terminal.print(format_args!("; {}\n{}\n", escape(&record.of), escape(&record.to_string())))
        });
    };
    let name = args.zone.as_deref().map(file::display_name).unwrap_or_default();
    for found in findings {
        let line = found.line.map(|line| format!(":{line}")).unwrap_or_default();
        let (severity, message) = (found.severity.as_str(), escape(&found.message));
        terminal.print(format_args!("{}{line}: {severity}: {}: {message}\n", escape(&name), escape(&found.owner)))?;
    }
    if records.is_empty() {
        terminal.note(&format!("no record was compared: {}", nothing_shown(host)));
    } else if findings.is_empty() {
        terminal.print(format_args!("{}: no problems found\n", escape(&name)))?;
    }
    Ok(())
}

/// Why there are no records, and what to publish.
fn nothing_shown(host: &str) -> String {
    format!(
        "{host} has no catalog, no valid A2A card and no valid MCP server card at its well-known URL; publish a catalog \
         (`adp publish --catalog`), or a card at /.well-known/agent-card.json"
    )
}

fn record_json(record: &DnsRecord) -> Object {
    let data = record.data.to_string();
    let (kind, data) = data.split_once(' ').unwrap_or((data.as_str(), ""));
    object! {
        "name": record.owner.as_str(),
        "ttl": i64::from(record.ttl),
        "type": kind,
        "data": data,
        "of": record.of.as_str(),
    }
}

fn finding_json(found: &ZoneFinding) -> Object {
    object! {
        "line": found.line,
        "name": found.owner.as_str(),
        "severity": found.severity.as_str(),
        "message": found.message.as_str(),
    }
}
