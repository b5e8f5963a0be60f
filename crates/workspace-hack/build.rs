//! Nothing is built here. The file makes cargo heed the features of `[build-dependencies]`.

fn main() {}
