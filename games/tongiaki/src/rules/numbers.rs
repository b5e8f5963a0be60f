//! The numbers of the rules, as `web/help/en.md` lists them.

engine::rule_numbers! {
    'O':
    O1 = 1, O2 = 2, O3 = 3, O4 = 4, O6 = 6, O12 = 12, O13 = 13, O15 = 15, O16 = 16, O18 = 18, O19 = 19, O20 = 20,
    O21 = 21, O22 = 22, O23 = 23, O24 = 24, O27 = 27,
}
