//! The features of each level, and everything derived from them: detection, tokens, functions.

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

/// Returns true if the CPU has all of these features.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
macro_rules! has_features {
    ([$($feature:tt,)*]) => { $(is_x86_feature_detected!($feature))&&* };
}
/// Returns true if the CPU has all of these features; a constant for those of the baseline.
#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
macro_rules! has_features {
    ([$($feature:tt,)*]) => { $(std::arch::is_aarch64_feature_detected!($feature))&&* };
}
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable)))]
pub(crate) use has_features;

/// Defines a level's token, with the detection that alone makes one, and a function with its features
/// for any closure.
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable)))]
macro_rules! level_token {
    ([$($feature:tt,)*] $(#[$doc:meta])*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct Token(());

        impl Token {
            /// The token, if the CPU has every feature of the level.
            pub fn detect() -> Option<Self> {
                $crate::kernels::has_features!([$($feature,)*]).then_some(Self(()))
            }
        }

        /// Runs a closure on three arguments, and is not inlined.
        $(#[target_feature(enable = $feature)])*
        #[inline(never)]
        fn outlined_with<A, B, C, R, F: FnOnce(A, B, C) -> R>(f: F, a: A, b: B, c: C) -> R {
            f(a, b, c)
        }
    };
}
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable)))]
pub(crate) use level_token;

/// Defines functions that carry a level's features.
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable)))]
macro_rules! level_functions {
    (@one [$($feature:tt,)*] $($function:tt)*) => {
        $(#[target_feature(enable = $feature)])*
        #[inline]
        $($function)*
    };
    ($features:tt) => {};
    ($features:tt $(#[$meta:meta])* $vis:vis fn $name:ident ($($arg:tt)*) $(-> $ret:ty)? $body:block
        $($rest:tt)*) => {
        $crate::kernels::level_functions! {
            @one $features $(#[$meta])* $vis fn $name ($($arg)*) $(-> $ret)? $body
        }
        $crate::kernels::level_functions! { $features $($rest)* }
    };
    ($features:tt $(#[$meta:meta])* $vis:vis fn $name:ident
        <$type:ident $(, const $parameter:ident: $of:ty)*> ($($arg:tt)*) $(-> $ret:ty)? $body:block
        $($rest:tt)*) => {
        $crate::kernels::level_functions! {
            @one $features $(#[$meta])* $vis fn $name <$type $(, const $parameter: $of)*> ($($arg)*) $(-> $ret)? $body
        }
        $crate::kernels::level_functions! { $features $($rest)* }
    };
    ($features:tt $(#[$meta:meta])* $vis:vis fn $name:ident
        <$(const $parameter:ident: $of:ty),+> ($($arg:tt)*) $(-> $ret:ty)? $body:block
        $($rest:tt)*) => {
        $crate::kernels::level_functions! {
            @one $features $(#[$meta])* $vis fn $name <$(const $parameter: $of),+> ($($arg)*) $(-> $ret)? $body
        }
        $crate::kernels::level_functions! { $features $($rest)* }
    };
    ($features:tt $(#[$meta:meta])* unsafe fn $name:ident ($($arg:tt)*) $(-> $ret:ty)? $body:block
        $($rest:tt)*) => {
        $crate::kernels::level_functions! {
            @one $features $(#[$meta])* unsafe fn $name ($($arg)*) $(-> $ret)? $body
        }
        $crate::kernels::level_functions! { $features $($rest)* }
    };
}
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable)))]
pub(crate) use level_functions;

/// Calls a function of the level whose `Token` is in scope; takes the token for it.
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable)))]
macro_rules! call_with_token {
    ($token:expr, $function:path, $($argument:ident),*) => {{
        let _proof: Token = $token;
        // SAFETY: all that the callee asks for is the features of this level or of one below it.
        // `_proof` exists only where `Token::detect` found them; both read `level_features!`.
        unsafe { $function($($argument),*) }
    }};
}
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable)))]
pub(crate) use call_with_token;
