//! The list of levels with their tokens: `with_token!` searches it, and recursive functions are
//! instantiated for each entry.

/// Calls `$callback! { [$features] $module, $token }` for each level, lowest first. The features
/// are strings for attributes `target_feature`; those that they imply are not listed. Arguments in
/// brackets follow the token.
///
/// Recursive functions are instantiated this way, so that they have the features and the kernels
/// inline into them.
#[macro_export]
macro_rules! for_each_level {
    ($callback:ident) => { $crate::for_each_level! { [$callback] } };
    ([$($callback:tt)*] $($rest:tt)*) => {
        $($callback)*! { [] portable, $crate::kernels::portable::Token $($rest)* }
        #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
        $($callback)*! { ["sse4.2,popcnt",] popcnt, $crate::kernels::popcnt::Token $($rest)* }
        #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
        $($callback)*! {
            ["avx2,bmi1,bmi2,lzcnt,fma,popcnt",] avx2, $crate::kernels::avx2::Token $($rest)*
        }
        #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
        $($callback)*! {
            ["avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg",
                "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt",]
            avx512, $crate::kernels::avx512::Token $($rest)*
        }
        #[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
        $($callback)*! { ["neon",] neon, $crate::kernels::neon::Token $($rest)* }
    };
}

/// Runs an expression with the token of a choice's level; each token has its own type.
///
/// ```
/// use nucleus_core::board::{Board, MatrixBoard, Setup};
/// use nucleus_core::kernels::Choice;
/// let moves = nucleus_core::with_token!(Choice::best(), token => {
///     let board = MatrixBoard::new(&Setup::start(), token);
///     nucleus_core::movegen::perft(&board, 3, nucleus_core::movegen::PerftMode::Bulk)
/// });
/// assert_eq!(moves, 8902);
/// ```
#[macro_export]
macro_rules! with_token {
    ([$($feature:tt,)*] $module:ident, $type:ty;
        $label:lifetime, $level:ident, $token:ident => $body:expr) => {
        if $level == <$type as $crate::kernels::Kernel>::LEVEL {
            let $token = <$type>::detect().expect("a choice's level is one the CPU has");
            let result = $body;
            break $label result;
        }
    };
    ($choice:expr, $token:ident => $body:expr) => {
        'levels: {
            let level = $choice.level;
            $crate::for_each_level! { [$crate::with_token]; 'levels, level, $token => $body }
            unreachable!("a choice's level is one that the build has: {level}")
        }
    };
}
