//! The enumerations of the format: type, subtype, priority, routing strategy.

use agent_description::words;

words! {
    /// The type of a message.
    pub enum MessageType {
        /// A request for a service or for information.
        Request = "REQUEST",
        /// The response to a request.
        Response = "RESPONSE",
        /// An event; no response is expected.
        Event = "EVENT",
        /// A heartbeat.
        Heartbeat = "HEARTBEAT",
    }
    impl FromStr;
}

words! {
    /// The purpose of a message.
    pub enum SubType {
        /// Reads something.
        Query = "query",
        /// Changes something.
        Command = "command",
        /// Informs.
        Notification = "notification",
    }
    impl FromStr;
}

words! {
    /// The priority of a message, lowest first.
    #[derive(PartialOrd, Ord)]
    pub enum Priority {
        /// After all others.
        Low = "low",
        /// The default.
        Normal = "normal",
        /// Before normal messages.
        High = "high",
        /// Before all others.
        Urgent = "urgent",
    }
    impl FromStr;
}

words! {
    /// The routing strategy.
    pub enum RoutingStrategy {
        /// To the agent in the target; the default.
        Direct = "direct",
        /// To all agents of the target's type.
        Broadcast = "broadcast",
        /// To any one agent of the target's type.
        LoadBalance = "load-balance",
    }
    impl FromStr;
}
