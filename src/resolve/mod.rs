//! Resolving DIDs over HTTPS: the plan without sockets, the address policy, and the one file that opens sockets.
