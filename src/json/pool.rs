//! Tapes kept for reuse, one per layer that is open at the same time.

use std::cell::RefCell;

use super::tape::Tape;

thread_local! {
    static POOL: RefCell<Vec<Tape>> = const { RefCell::new(Vec::new()) };
}

/// Lends a tape of this thread's pool to `work`; what it holds at first is of no meaning.
pub fn with_tape<T>(work: impl FnOnce(&mut Tape) -> T) -> T {
    let mut tape = POOL.with_borrow_mut(Vec::pop).unwrap_or_default();
    let result = work(&mut tape);
    POOL.with_borrow_mut(|pool| pool.push(tape));
    result
}
