//! The toy keeps every law.
testkit::laws!(testkit::toy::Toy);
