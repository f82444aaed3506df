//! The YAML reader: what it accepts is JSON by another name, in bounds, with places in the input; what the JSON reader accepts it reads as
//! the same tree, also through the YAML parser.

use agent_description::{
    CodedError, ReadLimits,
    json::{self, Json, Value, yaml},
};

const LIMIT: usize = 64 << 10;

pub fn run(bytes: &[u8]) {
    let limits = ReadLimits::new(LIMIT);
    if let Ok(as_json) = json::parse(bytes, limits) {
        assert_eq!(yaml::parse(bytes, limits).expect("JSON is YAML"), as_json);
        // a comment makes it no JSON; YAML has no surrogates
        let commented = [b"#\n", bytes].concat();
        if let Ok(as_yaml) = yaml::parse(&commented, limits) {
            assert_eq!(as_yaml, as_json);
        }
    }
    match yaml::parse(bytes, limits) {
        Ok(read) => {
            let text = read.to_compact();
            // what aliases stand for is paid for; escapes and digits may take some times as much
            assert!(text.len() <= 8 * LIMIT, "{}", text.len());
            assert_eq!(json::parse(text.as_bytes(), ReadLimits::new(usize::MAX)).expect("our own text"), read);
            in_order(&read, bytes.len());
        }
        Err(error) => {
            let position = error.position().expect("every fault has a place");
            let line = bytes.split(|&byte| byte == b'\n').nth(position.line - 1).expect("the line is there");
            assert!(position.column <= line.len() + 1, "{error}");
            assert!(error.to_string().len() < 1000, "{error}");
        }
    }
}

/// Values side by side stand in the order of their places, which is what aliases are found by.
fn in_order(json: &Json, end: usize) {
    let mut last = 0;
    let mut next = |inner: &Json| {
        let at = inner.offset().get().expect("a value that was read has its place");
        assert!(last <= at && at <= end, "{last} {at} {end}");
        last = at;
        in_order(inner, end);
    };
    match json.value() {
        Value::Array(items) => items.iter().for_each(&mut next),
        Value::Object(object) => object.iter().for_each(|member| next(member.value())),
        _ => {}
    }
}
