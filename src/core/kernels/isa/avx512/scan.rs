//! The scanners of the level, entered with its token.

use super::Token;
use crate::kernels::scan::avx512;
use crate::kernels::scanners_with_token;

scanners_with_token!(avx512);
