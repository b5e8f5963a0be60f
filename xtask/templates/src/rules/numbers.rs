//! The numbers of the rules, as web/help/en.md lists them.

engine::rule_numbers!('__L__': __L__1 = 1, __L__2 = 2, __L__3 = 3, __L__4 = 4, __L__5 = 5, __L__6 = 6);
