//! A byte string as a sequence of random choices.

/// The remaining choices.
///
/// Any bytes work: random ones in tests, a fuzzer's in fuzz targets. Missing bytes count as
/// zero, and zero always selects the simplest alternative: cutting or zeroing bytes simplifies the generated program,
/// which is how counterexamples shrink.
#[derive(Clone, Debug)]
pub struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Choices<'a> {
    /// The choices that some bytes encode.
    pub fn new(bytes: &'a [u8]) -> Self {
        Choices { bytes: bytes.iter() }
    }

    /// A number below `count`, which is at most 256.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    /// A number from `low` to `high`, inclusive.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in about one of `n` cases; never when the bytes are used up.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    /// One of the items.
    pub fn pick<'b, T>(&mut self, items: &'b [T]) -> &'b T {
        &items[self.below(items.len())]
    }

    /// The next byte itself.
    pub fn byte(&mut self) -> u8 {
        self.bytes.next().copied().unwrap_or(0)
    }

    /// Shuffles items; leaves them in order when the bytes are used up.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len().min(256)).rev() {
            items.swap(last, last - self.below(last + 1));
        }
    }
}

/// Pseudorandom bytes from a seed, always the same: xorshift (Marsaglia, 2003).
pub fn bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    std::iter::repeat_with(next).take(count).collect()
}
