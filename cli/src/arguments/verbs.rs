//! Verbs and groups of verbs for clap, from one list each.

/// An enum of verbs; each is a module with `Args` and `run`. Without a name, a group of verbs, with `Args` and `run` of
/// its own. A verb may depend on a feature.
macro_rules! verbs {
    ($(#[$meta:meta])* $visibility:vis enum $name:ident {
        $($(#[$of:meta])* $variant:ident = $verb:ident $(if $feature:literal)?,)+
    }) => {
        #[derive(Debug, clap::Subcommand)]
        $(#[$meta])*
        $visibility enum $name { $($(#[$of])* $(#[cfg(feature = $feature)])? $variant(Box<$verb::Args>),)+ }

        impl $name {
            /// Runs the verb. One without a result of its own is done if it does not fail.
            $visibility fn run(
                &self,
                terminal: &$crate::output::terminal::Terminal,
            ) -> Result<$crate::failure::Outcome, $crate::failure::Failure> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$variant(args) => $verb::run(args, terminal).map(Into::into),)+
                }
            }
        }
    };
    ($(#[$meta:meta])* { $($list:tt)+ }) => {
        #[derive(Debug, clap::Args)]
        $(#[$meta])*
        pub struct Args {
            #[command(subcommand)]
            verb: Verb,
        }

        $crate::arguments::verbs::verbs! { enum Verb { $($list)+ } }

        pub fn run(
            args: &Args,
            terminal: &$crate::output::terminal::Terminal,
        ) -> Result<$crate::failure::Outcome, $crate::failure::Failure> {
            args.verb.run(terminal)
        }
    };
}
pub(crate) use verbs;
