//! Laws that every game must keep, and the runners of scenarios, recorded games and perft files.
