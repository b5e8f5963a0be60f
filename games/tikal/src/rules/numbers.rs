//! The numbers of the rules, as `web/help/en.md` lists them.

engine::rule_numbers! {
    'T':
    T1 = 1, T5 = 5, T6 = 6, T7 = 7, T10 = 10, T11 = 11, T12 = 12, T13 = 13, T14 = 14, T15 = 15, T16 = 16, T17 = 17,
    T18 = 18, T22 = 22, T25 = 25, T32 = 32, T33 = 33, T34 = 34, T35 = 35,
}
