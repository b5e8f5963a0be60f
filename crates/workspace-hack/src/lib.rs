//! Nothing is here: see the manifest for what this crate is for.
