//! The numbers of the rules, as `web/help/en.md` lists them.

engine::rule_numbers! {
    'K':
    K3 = 3, K4 = 4, K5 = 5, K7 = 7, K8 = 8, K9 = 9, K11 = 11, K12 = 12, K13 = 13, K14 = 14, K15 = 15, K16 = 16,
    K17 = 17, K18 = 18, K19 = 19,
}
