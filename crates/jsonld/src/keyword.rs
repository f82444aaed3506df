//! The keywords of JSON-LD 1.1 (JSON-LD 1.1, section 1.7).

use adp_json::Text;

macro_rules! keywords {
    ($($name:ident $text:literal)+) => {
        /// A keyword of JSON-LD 1.1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) enum Keyword { $($name,)+ }

        impl Keyword {
            /// Parses a keyword.
            pub(super) fn from_text(text: &str) -> Option<Self> {
                match text { $($text => Some(Keyword::$name),)+ _ => None }
            }

            /// The keyword's text.
            pub(super) const fn as_str(self) -> &'static str {
                match self { $(Keyword::$name => $text,)+ }
            }

            /// The keyword as text of the tree.
            pub(super) const fn text(self) -> Text {
                Text::from_static(self.as_str())
            }
        }
    };
}

keywords! {
    Base "@base"
    Container "@container"
    Context "@context"
    Direction "@direction"
    Graph "@graph"
    Id "@id"
    Import "@import"
    Included "@included"
    Index "@index"
    Json "@json"
    Language "@language"
    List "@list"
    Nest "@nest"
    None "@none"
    Prefix "@prefix"
    Propagate "@propagate"
    Protected "@protected"
    Reverse "@reverse"
    Set "@set"
    Type "@type"
    Value "@value"
    Version "@version"
    Vocab "@vocab"
}

/// Whether the text looks like a keyword, `"@" 1*ALPHA`: such texts are reserved.
pub(super) fn has_keyword_form(text: &str) -> bool {
    text.strip_prefix('@').is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_alphabetic()))
}
