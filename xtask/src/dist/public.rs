//! Where the project is public: the sources do not know it, but the workflow that publishes does, and what it ships.

use std::env;

use super::VERSION;

/// What the documents say in place of the project's name at its public host.
const PLACE: &str = "OWNER/quipu";

/// The image as `cargo xtask dist --only image` names it.
pub(super) const IMAGE: &str = "localhost/quipu";

/// A document with the public addresses in it, where they are known.
pub(crate) fn filled(text: &str) -> String {
    match env::var("GITHUB_REPOSITORY") {
        Ok(project) if !project.is_empty() => filled_for(text, &project),
        _ => text.to_owned(),
    }
}

/// What the image is called: as the `compose.yaml` beside it says, so that one loaded from a file is the one it means.
pub(super) fn image() -> String {
    filled(&format!("{IMAGE}:{VERSION}"))
}

fn filled_for(text: &str, project: &str) -> String {
    let image = format!("ghcr.io/{}:{VERSION}", project.to_lowercase());
    text.replace(&format!("{IMAGE}:{VERSION}"), &image).replace(PLACE, project)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_published_says_where() {
        let text = format!("gh --repo {PLACE} and image: {IMAGE}:{VERSION}");
        assert_eq!(
            filled_for(&text, "Ann/Quipu"),
            format!("gh --repo Ann/Quipu and image: ghcr.io/ann/quipu:{VERSION}")
        );
    }

    #[test]
    fn the_image_is_called_as_compose_says() {
        let compose = include_str!("../../../compose.yaml");
        for filled in [filled, |text: &str| filled_for(text, "Ann/Quipu")] {
            let name = filled(&format!("{IMAGE}:{VERSION}"));
            assert!(filled(compose).contains(&format!("  image: {name}\n")), "{name}");
        }
        assert_eq!(image(), filled(&format!("{IMAGE}:{VERSION}")));
    }

    /// What the sources build stays on the machine, wherever the page is published.
    #[test]
    fn what_is_said_of_the_sources_stays_so() {
        let hosting = include_str!("../../../docs/self-hosting.md");
        let of_sources = "names one of your own machine (`localhost/quipu`)";
        assert!(filled_for(hosting, "Ann/Quipu").contains(of_sources));
    }
}
