//! Nothing is built here. The file makes cargo heed the features of `[build-dependencies]`, see there.

fn main() {}
