//! Tapes kept for reuse, one per layer that is open at the same time.

use std::cell::RefCell;

use super::tape::Tape;

thread_local! {
    /// Boxed, so that lending one moves a pointer.
    #[allow(clippy::vec_box, reason = "a tape moves with every layer")]
    static POOL: RefCell<Vec<Box<Tape>>> = const { RefCell::new(Vec::new()) };
}

/// Lends a tape of this thread's pool to `work`; what it holds at first is of no meaning.
pub fn with_tape<T>(work: impl FnOnce(&mut Tape) -> T) -> T {
    let mut tape = POOL.with_borrow_mut(Vec::pop).unwrap_or_default();
    let result = work(&mut tape);
    POOL.with_borrow_mut(|pool| pool.push(tape));
    result
}
