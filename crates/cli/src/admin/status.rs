//! `quipu admin status`: how a server stands.

use anstream::println;
use protocol::{HostCount, HostErrandStage, HostNode, HostOverview};
use serde_json::json;
use server::admin::{Admin as Host, Failed};

use super::moment;

/// Prints it.
pub(super) async fn show(host: &Host, json: bool) -> Result<(), Failed> {
    let overview = host.overview().await?;
    if json {
        println!("{}", json!(overview));
    } else {
        println!("{}", told(&overview));
    }
    Ok(())
}

/// In words.
fn told(overview: &HostOverview) -> String {
    let HostOverview { people, tables, reports, nodes, storage, ratings, .. } = overview;
    let mut lines = vec![
        format!("people   {}", counts(people)),
        format!("tables   {}", counts(tables)),
        format!("reports  {reports} open"),
    ];
    if nodes.is_empty() {
        lines.push("nodes    none runs".to_owned());
    }
    lines.extend(nodes.iter().map(node));
    let free = storage.free.map(|free| format!(", {} free", size(free))).unwrap_or_default();
    let oldest = storage.oldest.map(|at| format!(", tables since {}", moment(at))).unwrap_or_default();
    lines.push(format!("storage  {}, {}{free}{oldest}", storage.database, size(storage.bytes)));
    lines.push(format!("         {}", counts(&storage.rows)));
    lines.push(format!(
        "ratings  {} matches count, {} to be rated, {} look wrong",
        ratings.rated, ratings.pending, ratings.flags
    ));
    if let Some(errand) = &ratings.recompute {
        let how = match errand.stage {
            HostErrandStage::Running => format!("under way, {} of {}", errand.done, errand.whole),
            HostErrandStage::Done => "done".to_owned(),
            HostErrandStage::Failed => format!("failed: {}", errand.why.as_deref().unwrap_or_default()),
            HostErrandStage::Broken => "broken off".to_owned(),
        };
        lines.push(format!("         made anew since {}: {how}", moment(errand.begun)));
    }
    lines.join("\n")
}

fn counts(all: &[HostCount]) -> String {
    all.iter().map(|one| format!("{} {}", one.count, one.what)).collect::<Vec<_>>().join(", ")
}

fn node(node: &HostNode) -> String {
    let memory = node.memory.map(|bytes| format!(", {} of memory", size(bytes))).unwrap_or_default();
    let durable = node.append_half.zip(node.append_most).map(|(half, most)| {
        format!(", moves durable in {:.1} ms (99 of 100 in {:.1})", half as f64 / 1e3, most as f64 / 1e3)
    });
    format!(
        "node     {} {}, up {}, {} people on {} sockets, {} tables awake, {} of {} threads think, {} bots \
         wait{memory}{}",
        node.name,
        node.version,
        lasting(node.uptime),
        node.people,
        node.sockets,
        node.tables,
        node.thinking,
        node.threads,
        node.waiting,
        durable.unwrap_or_default(),
    )
}

/// A number of bytes.
fn size(bytes: u64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"];
    let power = (0..units.len() - 1).find(|power| bytes < 1000u64.pow(*power as u32 + 1)).unwrap_or(units.len() - 1);
    if power == 0 {
        format!("{bytes} B")
    } else {
        format!("{:.1} {}", bytes as f64 / 1e3f64.powi(power as i32), units[power])
    }
}

/// A number of seconds.
fn lasting(seconds: u64) -> String {
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes} min"),
        (0, _) => format!("{hours} h {minutes} min"),
        _ => format!("{days} d {hours} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_short() {
        for (bytes, written) in [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1_234_567, "1.2 MB")] {
            assert_eq!(size(bytes), written);
        }
        for (seconds, written) in [(59, "0 min"), (3_661, "1 h 1 min"), (180_000, "2 d 2 h")] {
            assert_eq!(lasting(seconds), written);
        }
    }
}
