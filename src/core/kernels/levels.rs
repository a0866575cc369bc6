//! The list of levels with their tokens: `with_token!` searches it, and recursive functions are
//! instantiated for each entry.

/// Calls a macro once per level, lowest first, with the level's name, its token and the arguments
/// passed on.
#[doc(hidden)]
#[macro_export]
macro_rules! __levels {
    ([$($callback:tt)*] $($rest:tt)*) => {
        $($callback)*! { portable, $crate::kernels::portable::Token; $($rest)* }
        #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
        $($callback)*! { popcnt, $crate::kernels::popcnt::Token; $($rest)* }
        #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
        $($callback)*! { avx2, $crate::kernels::avx2::Token; $($rest)* }
        #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
        $($callback)*! { avx512, $crate::kernels::avx512::Token; $($rest)* }
        #[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
        $($callback)*! { neon, $crate::kernels::neon::Token; $($rest)* }
    };
}

/// Calls `$callback!` once per level with the level's target features, its module and its token.
///
/// Recursive functions are instantiated this way, so that they have the features and the kernels
/// inline into them.
#[macro_export]
macro_rules! for_each_level {
    ($callback:ident) => {
        $crate::__levels! { [$crate::__level_of_list] $callback }
    };
}

/// A row of the list, in the form that [`for_each_level`] passes on.
#[doc(hidden)]
#[macro_export]
macro_rules! __level_of_list {
    ($module:ident, $token:ty; $callback:ident) => {
        $crate::level_features! { $module => $callback { $module, $token } }
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
    ($choice:expr, $token:ident => $body:expr) => {
        'levels: {
            let level = $choice.level;
            $crate::__levels! { [$crate::__try_level] 'levels, level, $token => $body }
            unreachable!("a choice's level is one that the build has: {level}")
        }
    };
}

/// Runs the expression of [`with_token!`] if a row of the list is the choice's level.
#[doc(hidden)]
#[macro_export]
macro_rules! __try_level {
    ($module:ident, $type:ty; $label:lifetime, $level:ident, $token:ident => $body:expr) => {
        if $level == <$type as $crate::kernels::Kernel>::LEVEL {
            let $token = <$type>::detect().expect("a choice's level is one the CPU has");
            let result = $body;
            break $label result;
        }
    };
}
