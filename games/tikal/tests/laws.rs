//! Every law, scenario, recorded game and perft file of Tikal.

testkit::laws!(tikal::Tikal);
