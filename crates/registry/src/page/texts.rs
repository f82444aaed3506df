//! The texts of the pages, in English and Chinese. The terms follow ANP's documents in both languages.

use http::HeaderValue;

/// A language of the pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Language {
    /// English.
    #[default]
    English,
    /// Chinese in simplified characters.
    Chinese,
}

impl Language {
    /// The language that a browser prefers, by `Accept-Language` (RFC 9110, section 12.5.4). The default is English.
    pub(crate) fn from_accept_language(header: &str) -> Self {
        let mut best = (0, Self::English);
        for range in header.split(',').take(32) {
            let mut parts = range.split(';').map(str::trim);
            let tag = parts.next().unwrap_or_default().to_ascii_lowercase();
            let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1000), thousandths);
            let language = match tag.split('-').next().unwrap_or_default() {
                "zh" => Self::Chinese,
                "en" | "*" => Self::English,
                _ => continue,
            };
            // the first of equal weights wins
            if weight > Some(best.0) {
                best = (weight.unwrap_or_default(), language);
            }
        }
        best.1
    }

    /// The language of a tag of these pages, as the person chose it.
    pub(crate) fn from_tag(tag: &str) -> Option<Self> {
        [Self::English, Self::Chinese].into_iter().find(|language| language.texts().lang == tag)
    }

    pub(crate) fn header(self) -> HeaderValue {
        HeaderValue::from_static(self.texts().lang)
    }

    pub(super) fn texts(self) -> &'static Texts {
        match self {
            Self::English => &ENGLISH,
            Self::Chinese => &CHINESE,
        }
    }
}

/// A weight such as `1`, `0.5` or `0.125`, in thousandths.
fn thousandths(weight: &str) -> Option<u16> {
    let weight: f32 = weight.trim().parse().ok()?;
    (0.0..=1.0).contains(&weight).then_some((weight * 1000.0) as u16)
}

macro_rules! texts {
    ($($name:ident: $english:literal, $chinese:literal;)*) => {
        /// The texts of a language. Values replace `{}` in order.
        #[derive(Debug)]
        #[allow(missing_docs)]
        pub(crate) struct Texts {
            /// Language tag.
            pub lang: &'static str,
            $(pub $name: &'static str,)*
        }

        static ENGLISH: Texts = Texts { lang: "en", $($name: $english,)* };
        static CHINESE: Texts = Texts { lang: "zh-CN", $($name: $chinese,)* };

        #[cfg(test)]
        const ALL: &[(&str, &str, &str)] = &[$((stringify!($name), $english, $chinese),)*];
    };
}

texts! {
    // every page
    site: "Agent registry", "智能体注册中心";
    skip: "Skip to content", "跳到正文";
    main_menu: "Main menu", "主菜单";
    nav_search: "Search", "搜索";
    nav_check: "Check a document", "检查文档";
    nav_api: "API", "API";
    footer: "The registry verifies who signed a document. It does not test the agent. Publishers wrote the names and descriptions on these pages.",
        "注册中心只验证文档由谁签名，不测试智能体本身。页面上的名称和描述由发布者编写。";
    technical: "Technical details", "技术细节";

    // search
    home_heading: "Find an agent", "查找智能体";
    home_lead: "The registry checks every document against its format before listing it. Agents with a verified signature come first. The others state why they are not verified.",
        "注册中心先按文档格式检查每个文档，再将其列出。签名已验证的智能体排在前面，其他智能体注明未验证的原因。";
    search_label: "Search words", "搜索词";
    search_button: "Search", "搜索";
    search_example: "for example: weather forecast", "例如：天气预报";
    try_examples: "Try:", "试试：";
    verified_only: "Verified agents only", "仅显示已验证的智能体";
    how_to_search: "Search syntax", "搜索语法";
    syntax_words: "Results contain all of the words.", "结果包含所有搜索词。";
    syntax_phrase: "These words next to each other.", "这些词相邻且按此顺序出现。";
    syntax_field: "The word in one field.", "在某个字段中包含该词。";
    syntax_exact: "The exact value of a field.", "字段值完全相同。";
    syntax_prefix: "Words that start with these letters.", "以这些字母开头的词。";
    syntax_operators: "Combine with AND, OR, NOT and parentheses.", "用 AND、OR、NOT 和括号组合。";
    query_problem: "The search has an error", "搜索语句有误";
    other_language: "中文", "English";
    nothing_found: "No results. Use fewer words or remove a filter.", "没有结果。请减少搜索词或移除筛选条件。";
    nothing_for_words: "No agent has all of these words. Use fewer or other words.", "没有智能体包含所有这些词。请减少或更换搜索词。";
    nothing_listed: "This registry lists no agents yet.", "本注册中心尚未列出任何智能体。";
    one_agent: "1 agent ({} documents)", "1 个智能体（{} 个文档）";
    results_for: "Results for “{}”", "“{}”的搜索结果";
    all_agents: "All agents", "全部智能体";
    range: "{}–{} of {} agents ({} documents)", "第 {}–{} 个，共 {} 个智能体（{} 个文档）";
    no_results: "0 agents", "0 个智能体";
    sort: "Sort by", "排序";
    sort_relevance: "Relevance", "相关度";
    sort_newest: "Newest", "最新";
    filters: "Filters", "筛选";
    filter_results: "Filter the results", "筛选结果";
    facet_format: "Format", "格式";
    facet_host: "Publisher", "发布者";
    facet_language: "Language", "语言";
    chinese: "Chinese", "中文";
    japanese: "Japanese", "日文";
    korean: "Korean", "韩文";
    pages: "Pages", "分页";
    facet_remove: "Remove filter:", "移除筛选条件：";
    previous_page: "Previous page", "上一页";
    next_page: "Next page", "下一页";
    first_page: "First page", "第一页";
    documents: "Documents", "文档";
    more_documents: "{} more documents", "另有 {} 个文档";

    // status
    verified: "Verified", "已验证";
    entries_verified: "Entries verified", "条目已验证";
    not_verified: "Not verified", "未验证";
    not_signed: "Not signed", "未签名";
    lapsed: "Expired", "已过期";
    undecided: "Pending", "待验证";
    signed_by: "Signed by {}", "由 {} 签名";
    entries_signed_by: "Each entry signed by {}, but not the names and descriptions", "每个条目由 {} 签名，但名称和描述未签名";

    // why a document is not verified
    why_unsigned: "The document has no signature, so its author is unknown.", "文档没有签名，因此无法确认作者。";
    why_changed: "The signature does not match. The document was changed after signing, or another key signed it.",
        "签名不匹配。文档在签名后被修改，或由其他密钥签名。";
    why_expired: "The signature has expired.", "签名已过期。";
    why_future: "The signature is not valid yet.", "签名尚未生效。";
    why_other_host: "Another publisher signed the document, not {}.", "文档由其他发布者签名，而不是 {}。";
    why_key: "The signer’s DID document does not allow the key that signed.", "签名者的 DID 文档不允许使用该签名密钥。";
    why_did: "The signer’s DID or DID document is not valid.", "签名者的 DID 或 DID 文档无效。";
    why_malformed: "The signature cannot be read.", "无法读取签名。";
    why_catalog: "The catalog’s own entries were not fetched, so they could not be verified.", "未获取目录中的条目，因此无法验证。";
    why_network: "The registry could not fetch the signer’s DID document. It will try again.", "注册中心无法获取签名者的 DID 文档，将再次尝试。";
    why_lapsed: "The signature was verified, but that verification has expired.", "签名曾通过验证，但该验证已过期。";
    why_other: "The signature could not be verified.", "无法验证签名。";
    unverified_advice: "Anyone could have written this document. Do not rely on its content.", "任何人都可能编写此文档，请勿信赖其内容。";
    lapsed_advice: "Do not rely on it until the registry has verified it again.", "在注册中心重新验证之前，请勿信赖此文档。";
    verified_by: "{} signed this document.", "此文档由 {} 签名。";
    entries_verified_by: "{} signed each entry of this catalog, but not its names, descriptions and the list itself. Anyone could have written those.",
        "{} 签名了此目录的每个条目，但未签名名称、描述和条目列表本身，任何人都可能编写这些内容。";
    of_host: "The signer belongs to the publisher {}.", "签名者属于发布者 {}。";
    valid_until: "The signature expires on {}.", "签名于 {} 过期。";
    no_expiry: "The signature has no expiry date.", "签名没有过期时间。";
    not_renewed: "The last attempt to verify it again failed. The result above remains valid until {}.", "最近一次重新验证失败。以上结果在 {} 之前有效。";

    // an entry
    you_are_here: "You are here", "当前位置";
    back_to_results: "Search results", "搜索结果";
    prices: "Prices", "价格";
    product: "Product or service", "产品或服务";
    price: "Price", "价格";
    price_note: "Prices as the document states them.", "价格以文档所述为准。";
    no_currency: "{} (no currency given)", "{}（未注明货币）";
    unnamed: "(no name)", "（无名称）";
    how_to_call: "How to call it", "如何调用";
    protocol: "Protocol", "协议";
    address: "URL", "URL";
    unknown_protocol: "not stated", "未注明";
    select_hint: "Click a URL, DID, identifier or digest to select all of it for copying.", "点击 URL、DID、标识符或摘要即可全选并复制。";
    skills_and_tools: "Skills and tools", "技能和工具";
    skills_left: "{} more in the document", "文档中还有 {} 项";
    same_agent: "Documents of this agent", "此智能体的文档";
    this_document: "this document", "当前文档";
    hidden_text: "This document contains invisible characters, or characters that change the direction of text. These pages show them as marks such as {}.",
        "此文档包含不可见字符或改变文本方向的字符。页面用 {} 等标记显示它们。";
    findings: "Format check", "格式检查";
    no_findings: "No problems found by the rules of {}. These rules do not judge whether texts are true.", "按 {} 的规则未发现问题。这些规则不判断文本内容是否真实。";
    findings_listed: "{}. The document can still be used.", "{}。文档仍可使用。";
    document_text: "Document text", "文档内容";
    document_and_findings: "Document text with findings", "文档内容和检查结果";
    about_entry: "About this entry", "关于此条目";
    identifier: "Identifier", "标识符";
    publisher: "Publisher", "发布者";
    added_by: "Added by", "添加者";
    operator: "the operator of this registry", "本注册中心的运营者";
    first_added: "First added", "首次添加";
    last_changed: "Last changed", "最近更改";
    get_document: "Stored document", "已存储的文档";
    get_evidence: "Verification as JSON", "验证结果（JSON）";
    get_entry: "Catalog entry as JSON", "目录条目（JSON）";
    error_code: "Error code", "错误代码";
    message: "Message", "消息";
    signer: "Signer", "签名者";
    last_checked: "Last checked", "最近检查";
    last_verified: "Last verified", "最近验证";
    verified_until: "Verification valid until", "验证有效期至";
    next_check: "Next check", "下次检查";
    checks_passed: "Checks passed", "通过的检查";
    checks_of: "{} of {}", "{} / {}";
    other_checks: "Other checks", "其他检查";

    // checking a document
    check_heading: "Check a document", "检查文档";
    check_lead: "Paste a document or choose a file. The format is recognized from its content. The document is not stored, and nothing is fetched.",
        "粘贴文档或选择文件。系统根据内容识别格式。文档不会被存储，也不会访问网络。";
    check_studio: "Check, verify and sign in your browser (needs JavaScript)", "在浏览器中检查、验证和签名（需要 JavaScript）";
    check_text: "Document text", "文档内容";
    check_file: "Or a file", "或选择文件";
    check_button: "Check", "检查";
    check_again: "Check another document", "检查另一个文档";
    check_formats: "Formats: {}. Up to {} MiB.", "格式：{}。最大 {} MiB。";
    not_checked: "Not checked", "未检查";
    no_document: "No document: paste text or choose a file.", "没有文档：请粘贴内容或选择文件。";
    document_too_large: "The document is larger than {} MiB.", "文档超过 {} MiB。";
    form_problem: "The form could not be read.", "无法读取表单。";
    valid: "Valid", "有效";
    not_valid: "Not valid", "无效";
    unreadable: "Cannot be read", "无法读取";
    read_as: "Format: {}. {}.", "格式：{}。{}。";
    no_format: "The format was not recognized, so no rules were applied.", "无法识别格式，因此未应用任何规则。";
    list_of_findings: "Findings", "检查结果";
    more_findings: "{} more findings are not listed.", "另有 {} 项结果未列出。";
    line_column: "Line {}, column {}", "第 {} 行，第 {} 列";
    lines_left_out: "{} lines left out", "省略 {} 行";
    replace_with: "Replace with", "替换为";
    rule: "rule {}", "规则 {}";
    nothing_against: "No problems found", "未发现问题";
    error: "error", "错误";
    warning: "warning", "警告";
    note: "note", "提示";
    one_error: "1 error", "1 个错误";
    errors: "{} errors", "{} 个错误";
    one_warning: "1 warning", "1 个警告";
    warnings: "{} warnings", "{} 个警告";
    one_note: "1 note", "1 个提示";
    notes: "{} notes", "{} 个提示";
    and_more: "{} more", "另有 {} 项";

    // the API
    api_heading: "API", "API";
    api_lead: "Every function of the registry is available over HTTP. The complete description is an OpenAPI document.",
        "注册中心的所有功能均可通过 HTTP 调用。完整描述见 OpenAPI 文档。";
    api_document: "OpenAPI document", "OpenAPI 文档";

    // errors
    not_found: "Not found", "未找到";
    not_found_message: "No page or entry has this address. It may have been removed.", "没有与此地址对应的页面或条目，可能已被移除。";
    unavailable: "Service unavailable", "服务不可用";
    unavailable_message: "The registry cannot answer at the moment. Try again in a few seconds.", "注册中心暂时无法响应，请稍后重试。";
    too_many_requests: "Too many requests", "请求过多";
    too_many_message: "Your address sent too many requests. Wait a moment and try again.", "您的地址发送的请求过多，请稍后重试。";
    failure: "Something went wrong", "出现错误";
    failure_message: "The registry failed to answer this request.", "注册中心未能处理此请求。";
    invalid_request: "Invalid request", "无效请求";
    invalid_message: "The address or form of this request has an error.", "此请求的地址或表单有误。";
    search_registry: "Search the registry", "搜索注册中心";
}

impl Texts {
    /// The tag of the other language of the pages.
    pub(crate) fn other_tag(&self) -> &'static str {
        if self.lang == "en" { "zh-CN" } else { "en" }
    }

    /// The reason why a document is not verified; `{}` is the host.
    pub(super) fn reason(&self, code: &str) -> &'static str {
        match code {
            "jws-missing" | "proof-missing" => self.why_unsigned,
            "proof-expired" | "proof-too-old" | "jws-time" => self.why_expired,
            "proof-not-yet-valid" => self.why_future,
            "jws-signature" | "proof-signature" | "catalog-artifact" => self.why_changed,
            "registry-signer-host"
            | "card-signer-unbound"
            | "catalog-signer"
            | "catalog-publisher"
            | "proof-controller"
            | "proof-signer-not-subject"
            | "format-signers" => self.why_other_host,
            "jws-key"
            | "proof-method"
            | "proof-method-not-found"
            | "proof-method-not-authorized"
            | "proof-key-type" => self.why_key,
            "catalog-unchecked" => self.why_catalog,
            "registry-lapsed" => self.why_lapsed,
            _ if code.starts_with("net-") => self.why_network,
            _ if code.starts_with("did-") => self.why_did,
            _ if code.starts_with("jws-") || code.starts_with("proof-") => self.why_malformed,
            _ => self.why_other,
        }
    }

    pub(super) fn language<'a>(&'a self, tag: &'a str) -> &'a str {
        match tag {
            "zh" => self.chinese,
            "ja" => self.japanese,
            "ko" => self.korean,
            other => other,
        }
    }

    /// The name by which people know a protocol: agent descriptions call an OpenAPI document `YAML`.
    pub(super) fn protocol(name: &str) -> &str {
        match name {
            "YAML" => "OpenAPI",
            "openrpc" => "OpenRPC",
            "JSONRPC" => "A2A (JSON-RPC)",
            "GRPC" => "A2A (gRPC)",
            "HTTP+JSON" => "A2A (HTTP+JSON)",
            other => other,
        }
    }

    /// The short name of a format, or else its title.
    pub(super) fn format(&self, name: &str) -> String {
        let title = crate::formats::title_of(name);
        match FORMATS.iter().find(|(known, ..)| *known == title) {
            Some((_, english, chinese)) => (if self.lang == "en" { english } else { chinese }).to_string(),
            None => title.strip_prefix("an ").or_else(|| title.strip_prefix("a ")).unwrap_or(title).to_owned(),
        }
    }
}

/// Formats with their short names in English and Chinese.
const FORMATS: &[(&str, &str, &str)] = &[
    ("an agent description", "Agent description", "智能体描述"),
    ("an agent description of ANP-07", "Agent description (ANP-07)", "智能体描述（ANP-07）"),
    ("a listing of agent descriptions", "List of agent descriptions", "智能体描述列表"),
    ("a DID document", "DID document", "DID 文档"),
    ("a document of a WNS Handle", "WNS Handle document", "WNS Handle 文档"),
    ("a JSON object with a data-integrity proof", "Signed JSON object", "带完整性校验信息（proof）的 JSON 对象"),
    ("an A2A Agent Card", "A2A card", "A2A 卡片"),
    ("a seed card", "Seed card", "种子卡片"),
    ("a list of MCP tools", "MCP tools", "MCP 工具"),
    ("an MCP registry's server.json", "MCP server.json", "MCP server.json"),
    ("an MCP server card", "MCP server card", "MCP 服务器卡片"),
    ("an AI Catalog", "AI Catalog", "AI Catalog"),
    ("an ARD catalog", "ARD catalog", "ARD 目录"),
    ("an index of agent skills", "Skills index", "技能索引"),
    ("an agents.json", "agents.json flows", "agents.json 流程"),
    ("an Arazzo document", "Arazzo workflows", "Arazzo 工作流"),
    ("an OpenAPI document", "OpenAPI document", "OpenAPI 文档"),
    ("an OpenRPC document", "OpenRPC document", "OpenRPC 文档"),
];

/// Replaces `{}` by values.
pub(crate) fn fill(text: &str, values: &[&dyn std::fmt::Display]) -> String {
    let mut values = values.iter();
    let mut parts = text.split("{}");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        if let Some(value) = values.next() {
            filled.push_str(&value.to_string());
        }
        filled.push_str(part);
    }
    filled
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use super::{ALL, CHINESE, ENGLISH, FORMATS, Language};
    use crate::formats::formats;

    #[test]
    fn both_languages_have_every_text_with_the_same_values() {
        for (name, english, chinese) in ALL {
            assert!(!english.is_empty() && !chinese.is_empty(), "{name}");
            assert_eq!(english.matches("{}").count(), chinese.matches("{}").count(), "{name}");
            assert!(!english.contains(['{', '<', '&']) || english.contains("{}"), "{name}");
        }
        let translated = ALL.iter().filter(|(_, english, chinese)| english != chinese).count();
        assert!(translated + 4 >= ALL.len(), "{translated} of {}", ALL.len());
    }

    #[test]
    fn names_of_formats_are_those_of_titles_that_exist() {
        let formats = formats();
        for (title, english, chinese) in FORMATS {
            let format = formats.iter().find(|format| format.title == *title);
            let name = format.unwrap_or_else(|| panic!("no format has the title {title:?}")).name;
            assert_eq!((ENGLISH.format(name).as_str(), CHINESE.format(name).as_str()), (*english, *chinese));
        }
        assert_eq!(ENGLISH.format("of a later version"), "of a later version");
    }

    #[test]
    fn the_language_that_a_browser_prefers() {
        for (header, language) in [
            ("", Language::English),
            ("zh", Language::Chinese),
            ("zh-CN,zh;q=0.9,en;q=0.8", Language::Chinese),
            ("en-US,en;q=0.9,zh;q=0.8", Language::English),
            ("de,zh;q=0.5,en;q=0.4", Language::Chinese),
            ("de;q=0.9", Language::English),
            ("zh;q=0", Language::English),
            ("en;q=0.2, ZH-Hant ; q=0.3", Language::Chinese),
            ("zh;q=nonsense", Language::English),
            ("zh;q=2", Language::English),
            ("*,zh;q=0.9", Language::English),
        ] {
            assert_eq!(Language::from_accept_language(header), language, "{header}");
        }
    }
}
