//! Macros that define a level from its list of CPU features: detection, the token, and the kernels'
//! functions, which are also methods of the token.

/// Returns true if the CPU has all of these features.
#[cfg(target_arch = "x86_64")]
macro_rules! has_features {
    ([$($feature:tt,)*]) => { $(is_x86_feature_detected!($feature))&&* };
}
/// Returns true if the CPU has all of these features; a constant if they are in the baseline.
#[cfg(target_arch = "aarch64")]
macro_rules! has_features {
    ([$($feature:tt,)*]) => { $(std::arch::is_aarch64_feature_detected!($feature))&&* };
}
pub(crate) use has_features;

/// Defines a level's token, which only detection can make, and a function with its features that
/// runs any [`super::LevelFn`].
macro_rules! level_token {
    ([$($feature:tt,)*] $(#[$doc:meta])*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct Token(());

        impl Token {
            /// Returns the token if the CPU has every feature of the level.
            pub fn detect() -> Option<Self> {
                $crate::kernels::has_features!([$($feature,)*]).then_some(Self(()))
            }
        }

        /// Runs a function with three arguments; never inlined.
        $(#[target_feature(enable = $feature)])*
        #[inline(never)]
        fn run<A, B, C, F: $crate::kernels::LevelFn<A, B, C>>(f: F, a: A, b: B, c: C) -> F::Output {
            f.run(a, b, c)
        }
    };
}
pub(crate) use level_token;

/// Defines functions with a level's features.
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
pub(crate) use level_functions;

/// Calls a function of the level whose `Token` is in scope; requires the token.
macro_rules! call_with_token {
    ($token:expr, $function:path, $($argument:ident),*) => {{
        let _proof: Token = $token;
        // SAFETY: the callee requires only features of this level or of one below it. `_proof`
        // exists only if `Token::detect` found them; both read `level_features!`.
        unsafe { $function($($argument),*) }
    }};
}
pub(crate) use call_with_token;

/// Defines methods of [`super::Kernel`], [`super::MatrixKernel`] and [`super::axon32::CellKernel`] for the
/// `Token` in scope: `rebuild => path::to::function`. The function requires only the level's features.
macro_rules! level_methods {
    ($($name:ident => $function:path),+ $(,)?) => {
        $($crate::kernels::level_methods! { @$name $function })+
    };
    (@define $function:path; $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?) => {
        #[inline(always)]
        fn $name(self, $($argument: $type),*) $(-> $result)? {
            $crate::kernels::call_with_token!(self, $function, $($argument),*)
        }
    };
    (@run $function:path) => {
        #[inline(always)]
        fn run<A, B, C, F: LevelFn<A, B, C>>(self, f: F, a: A, b: B, c: C) -> F::Output {
            $crate::kernels::call_with_token!(self, $function, f, a, b, c)
        }
    };
    (@replace $function:path) => {
        $crate::kernels::level_methods! { @define $function; replace(
            planes: &Planes, clear: Bitboard, put: Bitboard, kind: PieceType, color: Color, out: &mut Planes
        ) }
    };
    (@append_moves $function:path) => {
        $crate::kernels::level_methods! { @define $function; append_moves(
            list: &mut MoveList, from: u16, targets: Bitboard
        ) }
    };
    (@append_pawn_moves $function:path) => {
        $crate::kernels::level_methods! { @define $function; append_pawn_moves(
            list: &mut MoveList, kind: MoveKind, back: i8, targets: Bitboard
        ) }
    };
    (@append_scored_moves $function:path) => {
        $crate::kernels::level_methods! { @define $function; append_scored_moves(
            list: &mut MoveList, scores: &mut Scores, from: u16, targets: Bitboard, rows: &TargetScores<'_>
        ) }
    };
    (@first_highest $function:path) => {
        $crate::kernels::level_methods! { @define $function; first_highest(scores: &[i16]) -> usize }
    };
    (@change_units $function:path) => {
        $crate::kernels::level_methods! { @define $function; change_units(
            units: &mut [Units], rows: &[Units], added: &[u16], taken: &[u16], exchange: u16
        ) }
    };
    (@activate_units $function:path) => {
        $crate::kernels::level_methods! { @define $function; activate_units(
            units: &[Units], weights: &[Units]
        ) -> i32 }
    };
    (@pext $function:path) => {
        $crate::kernels::level_methods! { @define $function; pext(value: u64, mask: u64) -> u64 }
    };
    (@rebuild $function:path) => {
        $crate::kernels::level_methods! { @define $function; rebuild(
            planes: &Planes, side: Color, out: &mut Rebuilt
        ) }
    };
    (@count_moves $function:path) => {
        $crate::kernels::level_methods! { @define $function; count_moves(
            planes: &Planes, side: Color
        ) -> Option<Counted> }
    };
    (@rebuild_and_count $function:path) => {
        $crate::kernels::level_methods! { @define $function; rebuild_and_count(
            planes: &Planes, side: Color, out: &mut Rebuilt
        ) -> Option<Counted> }
    };
    (@make_children $function:path) => {
        $crate::kernels::level_methods! { @define $function; make_children(
            parent: &Parent<'_>, moves: &[Move], out: &mut [Matrix; 2]
        ) }
    };
    (@count_children $function:path) => {
        $crate::kernels::level_methods! { @define $function; count_children(
            parent: &Parent<'_>, moves: &[Move], out: &mut [Matrix; 2], rest: &mut MoveList
        ) -> u64 }
    };
    (@entries_with $function:path) => {
        $crate::kernels::level_methods! { @define $function; entries_with(
            list: &PieceList, count: usize, mask: Cell
        ) -> u32 }
    };
    (@find_victims $function:path) => {
        $crate::kernels::level_methods! { @define $function; find_victims(
            record: &CellRecord, victims: Cell
        ) -> Victims }
    };
    (@has_victims $function:path) => {
        $crate::kernels::level_methods! { @define $function; has_victims(
            record: &CellRecord, victims: Cell
        ) -> bool }
    };
    (@pawn_files $function:path) => {
        $crate::kernels::level_methods! { @define $function; pawn_files(cells: &Matrix) -> PawnFiles }
    };
    (@pawn_counts $function:path) => {
        $crate::kernels::level_methods! { @define $function; pawn_counts(
            own: &FileRanks, enemy: &FileRanks
        ) -> PawnCounts }
    };
    (@cell_terms $function:path) => {
        #[inline(always)]
        fn cell_terms(
            self, cells: &Matrix, _: &[Cell], facts: &TermFacts, weights: &CellWeights
        ) -> CellTerms {
            $crate::kernels::call_with_token!(self, $function, cells, facts, weights)
        }
    };
}
pub(crate) use level_methods;

/// Defines a method with two variants, intrinsics and assembly. Both are called through a table so
/// that neither is inlined, which makes them comparable.
macro_rules! variant_method {
    ($name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?, $of:ty: $intrinsics:path, $asm:path) => {
        #[inline(always)]
        fn $name(self, variant: Variant, $($argument: $type),*) $(-> $result)? {
            const VARIANTS: [$of; 2] = [$intrinsics, $asm];
            // SAFETY: both require only features of this level, which `self` proves.
            unsafe { VARIANTS[variant as usize]($($argument),*) }
        }
    };
}
pub(crate) use variant_method;
