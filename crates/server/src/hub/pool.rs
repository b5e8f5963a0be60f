//! The threads for bots, shared fairly: tables where a person waits go first. Owners take turns, and so do addresses,
//! since many guests may be one person.

use std::collections::VecDeque;
use std::collections::hash_map::{Entry, HashMap};
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use store::TableId;
use tokio::sync::{Notify, oneshot};

use super::locked;

/// How urgent a bot's move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Urgency {
    /// A person who plays is connected, and waits.
    Awaited,
    /// The people who play are away.
    Away,
    /// Bots play alone: no person plays, or all who do are away and bots sit in for them.
    Alone,
}

impl Urgency {
    const ALL: usize = 3;
}

/// Whose something is: a person's, and the address from which they came last. Somebody whose address is not known has
/// a place of their own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Owner {
    pub(super) place: String,
    pub(super) person: String,
}

/// Things by key; the keys take turns.
#[derive(Debug)]
struct Turns<T>(VecDeque<(String, T)>);

impl<T: Default> Turns<T> {
    fn of(&mut self, key: &str) -> &mut T {
        let at = self.0.iter().position(|(known, _)| known == key).unwrap_or_else(|| {
            self.0.push_back((key.to_owned(), T::default()));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }

    /// Takes something of whoever's turn it is; `is_empty` says who has nothing left.
    fn next<U>(&mut self, take: impl FnOnce(&mut T) -> Option<U>, is_empty: impl FnOnce(&T) -> bool) -> Option<U> {
        let (key, mut own) = self.0.pop_front()?;
        let taken = take(&mut own);
        if !is_empty(&own) {
            self.0.push_back((key, own));
        }
        taken
    }
}

impl<T> Default for Turns<T> {
    fn default() -> Turns<T> {
        Turns(VecDeque::new())
    }
}

/// Those who wait: the places take turns, and so do the owners of a place.
#[derive(Debug)]
struct Queue<T>(Turns<Turns<VecDeque<T>>>);

impl<T> Queue<T> {
    fn push(&mut self, owner: &Owner, waits: T) {
        self.0.of(&owner.place).of(&owner.person).push_back(waits);
    }

    fn pop(&mut self) -> Option<T> {
        self.0.next(|place| place.next(VecDeque::pop_front, VecDeque::is_empty), |place| place.0.is_empty())
    }

    fn len(&self) -> usize {
        self.0.0.iter().map(|(_, place)| waiting_at(place)).sum()
    }

    fn len_at(&self, place: &str) -> usize {
        self.0.0.iter().filter(|(known, _)| known == place).map(|(_, place)| waiting_at(place)).sum()
    }
}

fn waiting_at<T>(place: &Turns<VecDeque<T>>) -> usize {
    place.0.iter().map(|(_, own)| own.len()).sum()
}

/// Threads to think on.
#[derive(Clone)]
pub(super) struct Pool(Arc<Mutex<Threads>>);

struct Threads {
    all: usize,
    free: usize,
    waiting: [Queue<oneshot::Sender<Thread>>; Urgency::ALL],
}

/// The leave to think on one thread, until it is dropped.
pub(super) struct Thread(Pool);

impl Pool {
    pub(super) fn new(threads: usize) -> Pool {
        let waiting = std::array::from_fn(|_| Queue(Turns::default()));
        Pool(Arc::new(Mutex::new(Threads { all: threads, free: threads, waiting })))
    }

    /// Waits for a thread.
    pub(super) async fn thread(&self, urgency: Urgency, owner: &Owner) -> Thread {
        let granted = {
            let mut threads = locked(&self.0);
            if threads.free > 0 {
                threads.free -= 1;
                return Thread(self.clone());
            }
            let (grant, granted) = oneshot::channel();
            threads.waiting[urgency as usize].push(owner, grant);
            granted
        };
        granted.await.unwrap_or_else(|_| unreachable!("nobody who waits is forgotten"))
    }

    /// How many threads there are, and how many of them are taken.
    pub(super) fn taken(&self) -> (usize, usize) {
        let threads = locked(&self.0);
        (threads.all, threads.all - threads.free)
    }

    /// How many wait.
    pub(super) fn waiting(&self) -> usize {
        locked(&self.0).waiting.iter().map(Queue::len).sum()
    }

    /// How many wait whose owner came from this place.
    pub(super) fn waiting_at(&self, place: &str) -> usize {
        locked(&self.0).waiting.iter().map(|queue| queue.len_at(place)).sum()
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        let next = {
            let mut threads = locked(&self.0.0);
            let next = threads.waiting.iter_mut().find_map(Queue::pop);
            if next.is_none() {
                threads.free += 1;
            }
            next
        };
        // If the waiting task was cancelled, its permit is dropped and the next one gets the thread.
        if let Some(next) = next {
            next.send(Thread(self.0.clone())).ok();
        }
    }
}

/// Which part of all permits the owners of one place may have.
const SHARE: usize = 4;

/// Permits for tables that are driven though bots play there alone: a number for each owner, a share for all owners of
/// one place, and one for all of them.
#[derive(Clone)]
pub(super) struct Permits(Arc<Mutex<Taken>>);

struct Taken {
    each: usize,
    all: usize,
    held: HashMap<Owner, usize>,
    waiting: VecDeque<(Owner, oneshot::Sender<Permit>)>,
}

/// A permit for one table, until it is dropped.
pub(super) struct Permit(Permits, Owner);

impl Taken {
    fn has_room(&self, owner: &Owner) -> bool {
        let of_place: usize =
            self.held.iter().filter(|(other, _)| other.place == owner.place).map(|(_, held)| *held).sum();
        let of_person: usize =
            self.held.iter().filter(|(other, _)| other.person == owner.person).map(|(_, held)| *held).sum();
        self.held.values().sum::<usize>() < self.all
            && of_place < self.each.max(self.all / SHARE)
            && of_person < self.each
    }

    fn take(&mut self, owner: &Owner) {
        *self.held.entry(owner.clone()).or_default() += 1;
    }
}

impl Permits {
    pub(super) fn new(each: usize, all: usize) -> Permits {
        Permits(Arc::new(Mutex::new(Taken { each, all, held: HashMap::new(), waiting: VecDeque::new() })))
    }

    /// Whether another table of this owner would get a permit at once.
    pub(super) fn has_room(&self, owner: &Owner) -> bool {
        locked(&self.0).has_room(owner)
    }

    /// Waits for a permit.
    pub(super) async fn acquire(&self, owner: &Owner) -> Permit {
        let granted = {
            let mut taken = locked(&self.0);
            if taken.has_room(owner) {
                taken.take(owner);
                return Permit(self.clone(), owner.clone());
            }
            // Those who wait no longer: whoever waits looks up whenever something happens at their table.
            taken.waiting.retain(|(_, waits)| !waits.is_closed());
            let (grant, granted) = oneshot::channel();
            taken.waiting.push_back((owner.clone(), grant));
            granted
        };
        granted.await.unwrap_or_else(|_| unreachable!("nobody who waits is forgotten"))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let next = {
            let mut taken = locked(&self.0.0);
            if let Some(held) = taken.held.get_mut(&self.1) {
                *held -= 1;
            }
            taken.held.retain(|_, held| *held > 0);
            let first = taken.waiting.iter().position(|(owner, _)| taken.has_room(owner));
            let next = first.and_then(|first| taken.waiting.remove(first));
            if let Some((owner, _)) = &next {
                taken.take(owner);
            }
            next
        };
        if let Some((owner, next)) = next {
            next.send(Permit(self.0.clone(), owner)).ok();
        }
    }
}

/// What is under way, each thing once: tables that are driven, people who wait for a hint. It can be told of news.
#[derive(Clone, Debug)]
pub(super) struct Once<T>(Arc<Mutex<HashMap<T, Arc<Notify>>>>);

/// One of them, until it is dropped.
pub(super) struct Underway<T: Hash + Eq> {
    all: Once<T>,
    what: T,
    news: Arc<Notify>,
}

impl<T: Hash + Eq + Clone> Once<T> {
    pub(super) fn new() -> Once<T> {
        Once(Arc::default())
    }

    /// Begins something; `None` if it is under way already.
    pub(super) fn begin(&self, what: T) -> Option<Underway<T>> {
        let mut all = locked(&self.0);
        let Entry::Vacant(free) = all.entry(what.clone()) else { return None };
        let news = free.insert(Arc::default()).clone();
        drop(all);
        Some(Underway { all: self.clone(), what, news })
    }

    /// Tells whoever does something that there is news of it.
    pub(super) fn tell(&self, what: &T) {
        if let Some(news) = locked(&self.0).get(what) {
            news.notify_one();
        }
    }
}

impl<T: Hash + Eq> Underway<T> {
    /// Waits for news; returns at once if there was some since the last time.
    pub(super) async fn told(&self) {
        self.news.notified().await;
    }
}

impl<T: Hash + Eq> Drop for Underway<T> {
    fn drop(&mut self) {
        locked(&self.all.0).remove(&self.what);
    }
}

/// The tables that this node drives.
pub(super) type Driven = Once<TableId>;

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;

    /// Somebody at a place of their own, or, written with one, at that place.
    fn of(text: &str) -> Owner {
        let (place, person) = text.split_once('/').unwrap_or((text, text));
        Owner { place: place.to_owned(), person: person.to_owned() }
    }

    #[tokio::test]
    async fn whoever_waits_goes_first_and_owners_take_turns() {
        let pool = Pool::new(1);
        let first = pool.thread(Urgency::Alone, &of("m")).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        let asks = [
            (Urgency::Alone, "m", "m1"),
            (Urgency::Alone, "m", "m2"),
            (Urgency::Alone, "m", "m3"),
            (Urgency::Alone, "n", "n1"),
            (Urgency::Away, "m", "m4"),
            (Urgency::Awaited, "o", "o1"),
        ];
        for (urgency, owner, name) in asks {
            let (pool, order) = (pool.clone(), order.clone());
            tasks.push(tokio::spawn(async move {
                let thread = pool.thread(urgency, &of(owner)).await;
                locked(&order).push(name);
                drop(thread);
            }));
            tokio::task::yield_now().await;
        }
        assert_eq!((pool.waiting(), pool.taken()), (asks.len(), (1, 1)));
        drop(first);
        for task in tasks {
            task.await.expect("a thread");
        }
        assert_eq!(*locked(&order), ["o1", "m4", "m1", "n1", "m2", "m3"]);
        assert!(pool.thread(Urgency::Alone, &of("m")).now_or_never().is_some(), "the thread is free again");
        assert_eq!(pool.taken(), (1, 0));
    }

    #[tokio::test]
    async fn many_guests_of_one_place_wait_like_one() {
        let pool = Pool::new(1);
        let first = pool.thread(Urgency::Awaited, &of("far/m0")).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for owner in ["far/m1", "far/m2", "far/m3", "far/m1", "home/ana", "home/bo", "home/ana"] {
            let (pool, order) = (pool.clone(), order.clone());
            tasks.push(tokio::spawn(async move {
                let thread = pool.thread(Urgency::Awaited, &of(owner)).await;
                locked(&order).push(owner);
                drop(thread);
            }));
            tokio::task::yield_now().await;
        }
        assert_eq!((pool.waiting(), pool.waiting_at("far"), pool.waiting_at("home")), (7, 4, 3));
        drop(first);
        for task in tasks {
            task.await.expect("a thread");
        }
        assert_eq!(*locked(&order), ["far/m1", "home/ana", "far/m2", "home/bo", "far/m3", "home/ana", "far/m1"]);
    }

    #[tokio::test]
    async fn a_place_has_a_share_of_the_permits() {
        let permits = Permits::new(1, 12);
        let mut held = Vec::new();
        for guest in ["far/a", "far/b", "far/c"] {
            held.push(permits.acquire(&of(guest)).await);
        }
        assert!(permits.acquire(&of("far/d")).now_or_never().is_none(), "three of twelve are a place's share");
        assert!(permits.has_room(&of("home/ana")));
        assert!(!permits.has_room(&of("home/a")), "who goes elsewhere keeps what they have");
        held.pop();
        assert!(permits.has_room(&of("far/d")));
    }

    #[tokio::test]
    async fn whoever_stops_waiting_leaves_no_thread_behind() {
        let pool = Pool::new(1);
        let first = pool.thread(Urgency::Awaited, &of("a")).await;
        assert!(pool.thread(Urgency::Awaited, &of("b")).now_or_never().is_none());
        drop(first);
        assert!(pool.thread(Urgency::Awaited, &of("c")).now_or_never().is_some());
    }

    #[tokio::test]
    async fn an_owner_has_few_permits_and_all_have_few_more() {
        let permits = Permits::new(2, 3);
        let mut own = vec![permits.acquire(&of("m")).await, permits.acquire(&of("m")).await];
        assert!(permits.acquire(&of("m")).now_or_never().is_none() && !permits.has_room(&of("m")));
        let other = permits.acquire(&of("n")).await;
        assert!(permits.acquire(&of("o")).now_or_never().is_none(), "three are all there are");
        drop(other);
        assert!(permits.has_room(&of("n")) && !permits.has_room(&of("m")));
        own.pop();
        assert!(permits.has_room(&of("m")));
    }

    #[test]
    fn what_is_under_way_does_not_begin_again() {
        let hints: Once<&str> = Once::new();
        let first = hints.begin("ana");
        assert!(first.is_some() && hints.begin("ana").is_none() && hints.begin("bo").is_some());
        drop(first);
        let again = hints.begin("ana").expect("it is over");
        assert!(again.told().now_or_never().is_none());
        hints.tell(&"bo");
        hints.tell(&"ana");
        assert!(again.told().now_or_never().is_some() && again.told().now_or_never().is_none());
    }
}
