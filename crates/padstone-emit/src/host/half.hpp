
#ifndef PADSTONE_HALF
#define PADSTONE_HALF
// 16 bits of floating point.
struct padstone_half {
    std::uint16_t bits;
    padstone_half() = default;
    padstone_half(float value) {
        std::uint32_t from;
        std::memcpy(&from, &value, sizeof from);
        const std::uint32_t sign = from >> 16 & 0x8000u;
        const std::uint32_t magnitude = from & 0x7fffffffu;
        std::uint32_t to, rest, middle;
        if (magnitude > 0x7f800000u) {
            to = 0x7e00u; rest = 0; middle = 1;
        } else if (magnitude >= 0x47800000u) {
            to = 0x7c00u; rest = 0; middle = 1;
        } else if (magnitude >= 0x38800000u) {
            to = (magnitude - 0x38000000u) >> 13; rest = magnitude & 0x1fffu; middle = 0x1000u;
        } else if (magnitude >= 0x33000000u) {
            const std::uint32_t shift = 126 - (magnitude >> 23);
            const std::uint32_t fraction = (magnitude & 0x7fffffu) | 0x800000u;
            to = fraction >> shift; rest = fraction & ((1u << shift) - 1); middle = 1u << (shift - 1);
        } else {
            to = 0; rest = 0; middle = 1;
        }
        if (rest > middle || (rest == middle && (to & 1u))) ++to;
        bits = static_cast<std::uint16_t>(sign | to);
    }
    operator float() const {
        const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
        const std::uint32_t magnitude = bits & 0x7fffu;
        std::uint32_t to;
        if (magnitude < 0x400u) {
            const float value = static_cast<float>(magnitude) * 5.9604644775390625e-8f;
            std::memcpy(&to, &value, sizeof to);
        } else if (magnitude >= 0x7c00u) {
            to = 0x7f800000u | (magnitude & 0x3ffu) << 13;
        } else {
            to = (magnitude << 13) + 0x38000000u;
        }
        to |= sign;
        float value;
        std::memcpy(&value, &to, sizeof value);
        return value;
    }
};
#endif
