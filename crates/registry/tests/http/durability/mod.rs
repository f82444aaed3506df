//! Processes that end, disks that are full and databases that go away lose nothing.

pub mod backup;
mod disk_full;
mod killed;
mod stores;
