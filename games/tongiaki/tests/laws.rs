//! Holds every law against Tongiaki, and runs its scenarios, recorded games and perft files.

testkit::laws!(tongiaki::Tongiaki);
