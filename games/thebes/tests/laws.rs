//! The laws of every game, and the scenario, record and perft files of this one.

testkit::laws!(thebes::Thebes);
