//! Each law, held against a toy that breaks it, must notice.

use engine::{Evaluate, Inventory, Study};
use testkit::laws::{Effort, hold, study};
use testkit::toy::twin::{FAULTS, MISTAUGHT, NEVER_SEEN, Twin, UNSTEADY};

fn law_broken_by<G: Inventory + Evaluate>() -> Option<&'static str> {
    hold::<G>(Effort::NORMAL).err().map(|broken| broken.law)
}

macro_rules! each_fault {
    ($($number:literal),*) => {
        #[test]
        fn every_law_notices_its_broken_twin() {
            let found = [$(law_broken_by::<Twin<$number>>()),*];
            for ((fault, law), found) in FAULTS.iter().chain([&NEVER_SEEN, &UNSTEADY]).zip(found) {
                assert_eq!(found, Some(*law), "fault {fault}");
            }
        }
    };
}
each_fault!(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 28, 29, 33, 36, 21, 22);

#[test]
fn a_twin_without_a_fault_keeps_every_law() {
    let tally = hold::<Twin<0>>(Effort::QUICK).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tally.games > 20);
}

#[test]
fn wrong_numbers_and_figures_are_noticed() {
    fn law_broken_by<G: Study>() -> Option<&'static str> {
        study::<G>(Effort::NORMAL).err().map(|broken| broken.law)
    }
    let found = [
        law_broken_by::<Twin<23>>(),
        law_broken_by::<Twin<24>>(),
        law_broken_by::<Twin<25>>(),
        law_broken_by::<Twin<26>>(),
        law_broken_by::<Twin<27>>(),
        law_broken_by::<Twin<30>>(),
        law_broken_by::<Twin<31>>(),
        law_broken_by::<Twin<32>>(),
        law_broken_by::<Twin<34>>(),
        law_broken_by::<Twin<35>>(),
    ];
    assert_eq!(found.len(), MISTAUGHT.len());
    for ((fault, law), found) in MISTAUGHT.iter().zip(found) {
        assert_eq!(found, Some(*law), "fault {fault}");
    }
    assert_eq!(law_broken_by::<Twin<0>>(), None);
}
