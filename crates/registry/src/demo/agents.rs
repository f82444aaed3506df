//! The content of the demo's agents: hosts, names and skills, in English and Chinese.

/// An agent of the demo.
pub(super) struct About {
    pub host: &'static str,
    pub name: &'static str,
    pub description: &'static str,
    pub skill: (&'static str, &'static str, &'static str),
    pub tags: &'static [&'static str],
    pub example: &'static str,
    /// A product: name, amount and currency.
    pub offer: Option<(&'static str, &'static str, &'static str)>,
}

impl About {
    /// Adds an offer.
    const fn selling(self, name: &'static str, amount: &'static str, currency: &'static str) -> Self {
        Self { offer: Some((name, amount, currency)), ..self }
    }
}

const fn about(
    host: &'static str,
    name: &'static str,
    description: &'static str,
    skill: (&'static str, &'static str, &'static str),
    tags: &'static [&'static str],
    example: &'static str,
) -> About {
    About { host, name, description, skill, tags, example, offer: None }
}

/// The agents, in the order in which they are added.
pub(super) const AGENTS: &[About] = &[
    about(
        "hotel.example",
        "Harbour Hotel Rooms",
        "Finds free rooms in the three houses of the Harbour Hotel, holds one for ten minutes and books it.",
        ("book-room", "Book a room", "Books a room for given nights and guests."),
        &["hotel", "booking", "travel"],
        "A double room in June, two nights, near the water",
    )
    .selling("Double room, one night", "140.00", "EUR"),
    about(
        "weather.example",
        "Rain Radar",
        "Short-range weather forecasts from radar: rain, hail and snow for the next two hours.",
        ("forecast", "Weather forecast", "Says when rain begins and ends at a place."),
        &["weather", "forecast", "rain"],
        "Will it rain in Bergen before five?",
    ),
    about(
        "rail.example",
        "Night Trains",
        "Connections and berths on night trains through Europe, with changes and delays.",
        ("find-connection", "Find a connection", "Finds night trains between two cities."),
        &["train", "travel", "timetable"],
        "Vienna to Hamburg on Friday, lower berth",
    ),
    about(
        "invoices.example",
        "Invoice Reader",
        "Reads invoices as PDF or image and gives their lines, taxes and totals as structured data.",
        ("read-invoice", "Read an invoice", "Extracts lines, taxes and totals."),
        &["invoice", "accounting", "ocr"],
        "What is the VAT on this invoice?",
    )
    .selling("One invoice", "0.05", "EUR"),
    about(
        "translate.example",
        "Patent Translator",
        "Translates patents between English, German, Japanese and Chinese, with the terms of the field.",
        ("translate", "Translate a patent", "Translates claims and description."),
        &["translation", "patent", "language"],
        "Translate claim 1 into German",
    )
    .selling("One page", "12.50", "EUR"),
    about(
        "garden.example",
        "Plant Doctor",
        "Tells from a photograph what ails a plant, and what helps.",
        ("diagnose", "Diagnose a plant", "Names the disease or pest in a photograph."),
        &["plants", "garden", "diagnosis"],
        "Why do my tomatoes have brown spots?",
    ),
    about(
        "tianqi.example",
        "天气预报助手",
        "提供全国城市的天气预报、空气质量和台风预警。",
        ("yubao", "天气预报", "查询某个城市未来七天的天气。"),
        &["天气", "预报", "空气质量"],
        "北京明天会下雨吗？",
    ),
    about(
        "lvyou.example",
        "江南旅行向导",
        "为苏州、杭州和南京规划行程，预订园林门票和酒店。",
        ("xingcheng", "规划行程", "根据天数和兴趣安排每天的路线。"),
        &["旅行", "酒店", "门票"],
        "苏州两日游怎么安排？",
    )
    .selling("拙政园门票", "80.00", "CNY"),
    about(
        "yiliao.example",
        "挂号服务",
        "查询医院科室和医生的出诊时间，并预约挂号。",
        ("guahao", "预约挂号", "为指定科室预约门诊。"),
        &["医院", "挂号", "预约"],
        "帮我挂一个明天上午的眼科号",
    ),
    about(
        "maps.example",
        "Trail Finder",
        "Plans walks and bicycle rides by length, height and surface, with water and shelter on the way.",
        ("plan-route", "Plan a route", "Plans a round trip of a given length."),
        &["maps", "hiking", "bicycle"],
        "A flat round trip of forty kilometres from Utrecht",
    ),
    about(
        "ledger.example",
        "Bookkeeper",
        "Posts bank statements to accounts and prepares the monthly VAT return for a person to sign.",
        ("post-statement", "Post a statement", "Assigns each line of a statement to an account."),
        &["accounting", "bank", "tax"],
        "Post the October statement",
    ),
    about(
        "library.example",
        "Shelf Search",
        "Searches the catalogs of forty public libraries and reserves books.",
        ("reserve", "Reserve a book", "Reserves a book at the nearest library that has it."),
        &["library", "books", "search"],
        "Who has a large-print edition of Middlemarch?",
    ),
];
