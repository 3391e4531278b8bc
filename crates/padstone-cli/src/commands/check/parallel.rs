//! Runs jobs on all cores, and returns their results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The stack size of the main thread on most systems, for which recursion depths are limited.
const STACK: usize = 8 << 20;

/// Runs `count` jobs on this many threads (0: one for each core), and passes the results on in order, in this thread.
pub(super) fn in_order<T: Send>(count: usize, threads: usize, job: &(dyn Fn(usize) -> T + Sync), done: &mut dyn FnMut(T)) {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { cores() } else { threads }.min(count);
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::sync_channel(threads * 16);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (send, next) = (send.clone(), &next);
            let work = move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    // The receiver is gone only if the other side has panicked.
                    if index >= count || send.send((index, job(index))).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("a system that runs programs starts threads");
        }
        drop(send);
        let (mut requested, mut early) = (0, BTreeMap::new());
        for (index, result) in receive {
            early.insert(index, result);
            while let Some(result) = early.remove(&requested) {
                done(result);
                requested += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_come_in_order() {
        for (count, threads) in [(0, 0), (1, 3), (1000, 0), (1000, 7)] {
            let mut results = Vec::new();
            super::in_order(count, threads, &|index| index * index, &mut |result| results.push(result));
            assert_eq!(results, (0..count).map(|index| index * index).collect::<Vec<_>>(), "{count} jobs on {threads} threads");
        }
    }
}
