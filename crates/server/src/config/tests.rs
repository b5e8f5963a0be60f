use super::*;

fn given() -> Given {
    Given { secret: Some("k".repeat(32)), database_url: Some("postgres://x/y".to_owned()), ..Given::default() }
}

fn wrong(given: Given) -> String {
    Config::new(given).err().expect("a fault").to_string()
}

#[test]
fn defaults_are_for_one_machine() {
    let config = Config::new(given()).expect("good options");
    assert_eq!(config.listen.to_string(), "127.0.0.1:7777");
    assert!(!config.lan && !config.private_webhooks && !config.secure() && config.bot_threads >= 1);
    assert_eq!(config.base_url(), "http://127.0.0.1:7777/");
    let lan = Config::new(Given { lan: Some(true), ..given() }).expect("good options");
    assert_eq!(lan.listen.to_string(), "0.0.0.0:7777");
}

#[test]
fn bad_values_say_what_where_and_what_to_do() {
    for (given, what) in [
        (Given { database_url: Some("mysql://x".to_owned()), ..given() }, "--database-url"),
        (Given { secret: Some("short".to_owned()), ..given() }, "--secret"),
        (Given { chats_per_minute: Some(0), ..given() }, "--chats-per-minute"),
        (Given { smtp: Some("smtp://x".to_owned()), ..given() }, "--mail-from"),
        (Given { smtp: Some("nonsense".to_owned()), mail_from: Some("a@b.org".to_owned()), ..given() }, "--smtp"),
        (Given { smtp: Some("smtp://x".to_owned()), mail_from: Some("a b".to_owned()), ..given() }, "--mail-from"),
        (Given { metrics_token: Some("x".to_owned()), ..given() }, "--metrics-token"),
        (Given { public_url: Url::parse("ftp://x").ok(), ..given() }, "ftp://x"),
    ] {
        let text = wrong(given);
        assert!(text.contains(what) && text.contains("; "), "{what}: {text}");
        assert!(!text.contains("password"), "{text}");
    }
}

#[test]
fn the_file_comes_last_and_its_faults_have_a_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("quipu.toml");
    std::fs::write(&file, "listen = \"127.0.0.1:1\"\nguest-days = 5\ntrusted-proxies = [\"10.0.0.0/8\"]\n")
        .expect("a file");
    let flags = Given { listen: Some(([127, 0, 0, 1], 2).into()), ..given() };
    let config = Config::read(flags, Some(&file)).expect("good options");
    assert_eq!((config.listen.port(), config.guests_last.as_secs()), (2, 5 * 24 * 60 * 60));
    assert_eq!(config.trusted_proxies.len(), 1);
    for (text, line) in [
        ("listen = \"127.0.0.1:1\"\nguest-days = \"many\"\n", "line 2"),
        ("lisen = 5\n", "line 1"),
        ("\n\nlisten = \"nowhere\"\n", "line 3"),
        ("x = [\n", "line"),
    ] {
        std::fs::write(&file, text).expect("a file");
        let fault = Config::read(given(), Some(&file)).err().expect("a fault").to_string();
        assert!(fault.contains(line) && fault.contains("quipu.toml"), "{text}: {fault}");
    }
    let missing = Config::read(given(), Some(&folder.path().join("none"))).err().expect("a fault").to_string();
    assert!(missing.contains("--config"), "{missing}");
}

#[test]
fn a_key_is_made_once_and_read_by_its_owner_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("deep/data");
    let given = || Given { data: Some(data.clone()), ..Given::default() };
    let first = Config::new(given()).expect("good options").secret.derived("x");
    assert_eq!(Config::new(given()).expect("good options").secret.derived("x"), first);
    let file = data.join("secret.key");
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).expect("a file").permissions());
        assert_eq!(mode & 0o777, 0o600);
    }
    assert_eq!(std::fs::read_dir(&data).expect("a folder").count(), 1, "nothing else is left there");
    std::fs::write(&file, "short").expect("a file");
    assert!(wrong(given()).contains("secret.key"));
    assert_ne!(Secret::of(&"a".repeat(32)).derived("x"), Secret::of(&"a".repeat(32)).derived("y"));
    assert!(!format!("{:?}", Secret::of("abc")).contains("abc"));
}
