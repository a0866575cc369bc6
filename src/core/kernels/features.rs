//! The CPU features of each level, from which detection and attributes are derived.

/// Expands `$to! { [features] … }` with the target features of a level: its own and those of the
/// levels below it.
#[doc(hidden)]
#[macro_export]
macro_rules! level_features {
    (portable => $to:ident { $($rest:tt)* }) => { $to! { [] $($rest)* } };
    (popcnt => $($to:tt)*) => { $crate::level_features! { @popcnt [] $($to)* } };
    (avx2 => $($to:tt)*) => { $crate::level_features! { @avx2 [] $($to)* } };
    (avx512 => $($to:tt)*) => { $crate::level_features! { @avx512 [] $($to)* } };
    (neon => $to:ident { $($rest:tt)* }) => { $to! { ["neon",] $($rest)* } };
    (@avx512 [] $($to:tt)*) => {
        $crate::level_features! {
            @avx2 ["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vbmi", "avx512vbmi2",
                "avx512bitalg", "avx512vpopcntdq", "gfni",] $($to)*
        }
    };
    (@avx2 [$($above:tt)*] $($to:tt)*) => {
        $crate::level_features! {
            @popcnt [$($above)* "avx2", "bmi1", "bmi2", "lzcnt", "fma",] $($to)*
        }
    };
    (@popcnt [$($above:tt)*] $to:ident { $($rest:tt)* }) => {
        $to! { [$($above)* "sse3", "ssse3", "sse4.1", "sse4.2", "popcnt",] $($rest)* }
    };
}
