//! Tokens.

use store::{Error, PersonId, TableId, Token, TokenKind};

use crate::ground::{Ground, guest, index, table};

fn token(kind: TokenKind, byte: u8, person: Option<PersonId>, table: Option<TableId>) -> Token {
    let label = format!("token {byte}");
    Token { kind, hash: [byte; 32], person, table, seat: table.map(|_| 2), label, created_at: 5, expires_at: Some(100) }
}

pub(crate) async fn tokens_are_found_until_they_expire(ground: &Ground<'_>) {
    let store = ground.open().await;
    let ana = guest(&store, "Ana").await;
    let login = token(TokenKind::Login, 1, Some(ana), None);
    let mut feed = token(TokenKind::Feed, 2, Some(ana), None);
    feed.expires_at = None;
    store.add_token(&login).await.unwrap();
    store.add_token(&feed).await.unwrap();
    let find = async |kind, byte: u8, now| store.token(kind, &[byte; 32], now).await.unwrap();
    assert_eq!(find(TokenKind::Login, 1, 99).await, Some(login.clone()));
    assert_eq!(find(TokenKind::Login, 1, 100).await, None);
    assert_eq!(find(TokenKind::Bot, 1, 99).await, None, "a token is good for its kind alone");
    assert_eq!(find(TokenKind::Login, 9, 99).await, None);
    assert_eq!(find(TokenKind::Feed, 2, i64::MAX).await, Some(feed.clone()));
    store.renew_token(&[1; 32], Some(200)).await.unwrap();
    assert!(find(TokenKind::Login, 1, 199).await.is_some());
    assert_eq!(store.renew_token(&[9; 32], None).await, Err(Error::Nothing("token")));
    assert_eq!(store.expire_tokens(199).await, Ok(0));
    assert_eq!(store.expire_tokens(200).await, Ok(1));
    assert_eq!(store.tokens_of(ana).await, Ok(vec![feed]));
}

pub(crate) async fn tokens_go_with_their_owner(ground: &Ground<'_>) {
    let store = ground.open().await;
    let (ana, ben) = (guest(&store, "Ana").await, guest(&store, "Ben").await);
    let table = table(&store, 1, index()).await;
    for (kind, byte, person) in [(TokenKind::Login, 1, ana), (TokenKind::Login, 2, ana), (TokenKind::Login, 4, ben)] {
        store.add_token(&token(kind, byte, Some(person), None)).await.unwrap();
    }
    let bot = token(TokenKind::Bot, 3, Some(ana), Some(table));
    store.add_token(&bot).await.unwrap();
    assert_eq!(store.tokens_for(table).await, Ok(vec![bot.clone()]));
    assert_eq!(store.delete_tokens_of(ana, Some(TokenKind::Login)).await, Ok(2));
    assert_eq!(store.tokens_of(ana).await, Ok(vec![bot]));
    store.delete_table(table).await.unwrap();
    assert_eq!(store.delete_tokens_of(ana, None).await, Ok(0));
    assert_eq!(store.delete_tokens_of(ben, None).await, Ok(1));
}

pub(crate) async fn an_invitation_is_spent_once(ground: &Ground<'_>) {
    let store = ground.open().await;
    let table = table(&store, 1, index()).await;
    let invitation = token(TokenKind::Invite, 1, None, Some(table));
    store.add_token(&invitation).await.unwrap();
    assert_eq!(store.token(TokenKind::Invite, &[1; 32], 1).await, Ok(Some(invitation.clone())));
    let spend = || {
        let store = store.clone();
        tokio::spawn(async move { store.delete_token(&[1; 32]).await.unwrap() })
    };
    let tries = [spend(), spend(), spend()];
    let mut spent = 0;
    for one in tries {
        spent += usize::from(one.await.unwrap());
    }
    assert_eq!(spent, 1);
}

pub(crate) async fn a_sitting_has_one_token(ground: &Ground<'_>) {
    let store = ground.open().await;
    let table = table(&store, 1, index()).await;
    let other = Token { seat: Some(3), ..token(TokenKind::Bot, 100, None, Some(table)) };
    let invitation = token(TokenKind::Invite, 101, None, Some(table));
    store.add_token(&other).await.unwrap();
    store.add_token(&invitation).await.unwrap();
    let replace = |byte| {
        let store = store.clone();
        let token = token(TokenKind::Bot, byte, None, Some(table));
        tokio::spawn(async move { store.replace_program_token(&token).await })
    };
    for one in (1..=12).map(replace).collect::<Vec<_>>() {
        one.await.unwrap().unwrap();
    }
    let left = store.tokens_for(table).await.unwrap();
    let own: Vec<_> = left.iter().filter(|token| token.hash[0] < 100).collect();
    assert_eq!((own.len(), left.len()), (1, 3), "one of twelve, another sitting's and the invitation: {left:?}");
    assert_eq!(store.delete_program_tokens(table, 2).await, Ok(1));
    assert_eq!(store.delete_program_tokens(table, 2).await, Ok(0));
    let left = store.tokens_for(table).await.unwrap();
    assert!(left.len() == 2 && left.contains(&other) && left.contains(&invitation), "{left:?}");
}
