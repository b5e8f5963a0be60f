//! The laws of every game, and this game's scenarios, recorded games and perft files.

testkit::laws!(inka::Inka);
