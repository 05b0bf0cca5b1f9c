//! Which response answers which request: each side counts its own ids, and their types count.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use super::definitions::{Party, usual_sender};
use super::message::{Id, Message};
use crate::source::Span;

/// The requests of a session. What is kept of an answered one is a few bytes, so that memory grows
/// with open requests and ids alone.
#[derive(Debug)]
pub struct Ledger<T> {
    sides: [Side<T>; 2],
    seed: RandomState,
    /// Requests so far.
    count: u64,
}

#[derive(Debug)]
struct Side<T> {
    open: HashMap<Id, Open<T>>,
    /// Every id, by its hash.
    used: HashMap<u64, Packed>,
    /// The number of the latest request that was answered.
    last_answered: u64,
}

/// A request that waits for its response.
#[derive(Debug)]
pub struct Open<T> {
    /// Its number among all requests, from 1.
    pub number: u64,
    /// Where its id stands.
    pub id: Span,
    /// What is known of it.
    pub facts: T,
}

/// An id that was used, and where.
#[derive(Debug, Clone, Copy)]
pub struct Used {
    /// The id in its latest request.
    pub request: Span,
    /// The id in the response, once there is one.
    pub response: Option<Span>,
}

/// The same in 16 bytes: they are kept for every id of a session.
#[derive(Debug, Clone, Copy)]
struct Packed {
    request: u64,
    /// 0 without a response: no id stands at the very beginning of a file.
    response: u64,
}

/// Bits for the length of an id.
const LENGTH: u32 = 16;

/// A place in 8 bytes: 48 bits for its first byte, the rest for its length.
fn pack(place: Span) -> u64 {
    let length = (place.end - place.start).min((1 << LENGTH) - 1);
    place.start << LENGTH | length
}

fn unpack(packed: u64) -> Span {
    let start = packed >> LENGTH;
    Span::new(start, start + (packed & ((1 << LENGTH) - 1)))
}

impl Packed {
    fn used(self) -> Used {
        let response = (self.response != 0).then(|| unpack(self.response));
        Used { request: unpack(self.request), response }
    }
}

/// What a response turns out to be.
#[derive(Debug)]
pub enum Answer<T> {
    /// The response to an open request of this side.
    First(Party, Open<T>),
    /// The same, but for the type of the id.
    OtherType(Party, Open<T>),
    /// The request was answered before.
    Again(Used),
    /// No request has this id.
    Orphan,
}

impl<T> Default for Ledger<T> {
    fn default() -> Self {
        Self { sides: [Side::default(), Side::default()], seed: RandomState::new(), count: 0 }
    }
}

impl<T> Default for Side<T> {
    fn default() -> Self {
        Self { open: HashMap::new(), used: HashMap::new(), last_answered: 0 }
    }
}

impl<T> Ledger<T> {
    /// Notes a request of `sender` whose id stands at `place`. Returns the open request that it
    /// takes the id of, and where the id was used before.
    pub fn ask(
        &mut self,
        sender: Party,
        id: Id,
        place: Span,
        facts: T,
    ) -> (Option<Open<T>>, Option<Used>) {
        self.count += 1;
        let number = self.count;
        let hash = self.seed.hash_one(&id);
        let side = &mut self.sides[sender as usize];
        let used = side.used.insert(hash, Packed { request: pack(place), response: 0 });
        (side.open.insert(id, Open { number, id: place, facts }), used.map(Packed::used))
    }

    /// Notes a response whose id stands at `place`. `sender` is who sent it, where that is known;
    /// `prefers` says of a request of the client, where both sides wait under this id, whether it is
    /// the one that is answered.
    pub fn answer(
        &mut self,
        sender: Option<Party>,
        id: &Id,
        place: Span,
        prefers: impl Fn(&T) -> bool,
    ) -> Answer<T> {
        let asked = sender.map(Party::other);
        let parties = match asked {
            Some(party) => vec![party],
            None => vec![Party::Client, Party::Server],
        };
        let other = id.of_other_type();
        for id in [id, &other] {
            let is_open = |party: &&Party| self.sides[**party as usize].open.contains_key(id);
            let open: Vec<Party> = parties.iter().filter(is_open).copied().collect();
            let party = match open[..] {
                [] => continue,
                [first, second] => {
                    let is_first = self.sides[first as usize]
                        .open
                        .get(id)
                        .is_some_and(|it| prefers(&it.facts));
                    if is_first { first } else { second }
                }
                [first, ..] => first,
            };
            let hash = self.seed.hash_one(id);
            let side = &mut self.sides[party as usize];
            let Some(open) = side.open.remove(id) else { continue };
            if let Some(used) = side.used.get_mut(&hash) {
                used.response = pack(place);
            }
            side.last_answered = side.last_answered.max(open.number);
            let is_same = *id != other;
            return if is_same {
                Answer::First(party, open)
            } else {
                Answer::OtherType(party, open)
            };
        }
        let hash = self.seed.hash_one(id);
        let known = parties.iter().find_map(|party| self.sides[*party as usize].used.get(&hash));
        known.map_or(Answer::Orphan, |used| Answer::Again(used.used()))
    }

    /// Who sends the request `message` with this id, where nobody says so: the side whose method it
    /// is, else the client, unless its id is taken.
    #[must_use]
    pub fn usual_asker(&self, message: &Message<'_>, id: &Id) -> Party {
        usual_sender("request", message.name()).unwrap_or(match self.open(Party::Client, id) {
            Some(_) => Party::Server,
            None => Party::Client,
        })
    }

    /// The open request of `sender` with this id.
    #[must_use]
    pub fn open(&self, sender: Party, id: &Id) -> Option<&Open<T>> {
        self.sides[sender as usize].open.get(id)
    }

    /// The same, to be changed.
    pub fn open_mut(&mut self, sender: Party, id: &Id) -> Option<&mut Open<T>> {
        self.sides[sender as usize].open.get_mut(id)
    }

    /// All open requests of `sender`, in no order.
    pub fn all_open(&self, sender: Party) -> impl Iterator<Item = (&Id, &Open<T>)> {
        self.sides[sender as usize].open.iter()
    }

    /// Whether `sender` ever used this id.
    #[must_use]
    pub fn has_used(&self, sender: Party, id: &Id) -> bool {
        self.sides[sender as usize].used.contains_key(&self.seed.hash_one(id))
    }

    /// Whether there was any request.
    #[must_use]
    pub fn has_requests(&self) -> bool {
        self.count > 0
    }

    /// The requests that were passed over: a later one of their side was answered. In order.
    #[must_use]
    pub fn passed_over(&self) -> Vec<&Open<T>> {
        let of_side = |side: &'_ Side<T>| side.last_answered;
        let mut open: Vec<&Open<T>> = self
            .sides
            .iter()
            .flat_map(|side| side.open.values().filter(move |open| open.number < of_side(side)))
            .collect();
        open.sort_by_key(|open| open.number);
        open
    }
}

#[cfg(test)]
mod tests {
    use super::{pack, unpack};
    use crate::source::Span;

    #[test]
    fn places_come_back_as_they_were() {
        for place in [Span::new(0, 1), Span::new(7, 7), Span::new(1 << 40, (1 << 40) + 9)] {
            assert_eq!(unpack(pack(place)), place);
        }
        // The end of an absurdly long id is lost, not its beginning.
        assert_eq!(unpack(pack(Span::new(5, 100_000))), Span::new(5, 5 + 65_535));
    }
}
