//! Counters that are read one by one.

/// A struct of counters, with a getter for each.
macro_rules! counters {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$doc:meta])* $counter:ident,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Default)]
        pub struct $name {
            $(pub(crate) $counter: std::sync::atomic::AtomicU64,)+
        }

        impl $name {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $counter(&self) -> u64 {
                    self.$counter.load(std::sync::atomic::Ordering::Relaxed)
                }
            )+
        }
    };
}
pub(crate) use counters;
