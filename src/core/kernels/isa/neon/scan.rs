//! The scanners of the level, entered with its token.

use super::Token;
use crate::kernels::scan::neon;
use crate::kernels::scanners_with_token;

scanners_with_token!(neon);
