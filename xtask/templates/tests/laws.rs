//! Every law of the kit, and every scenario, record and perft file beside this one.

testkit::laws!(__name__::__Name__);
