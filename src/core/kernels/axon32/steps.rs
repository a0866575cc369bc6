//! Tables of rays (steps, lengths, the ray between two squares) and of knights' and kings' squares.

/// Steps of the eight rays: south, west, east, north, southwest, southeast, northwest, northeast.
/// The first four are a rook's, the others a bishop's; indices 1 and 2 run along the rank.
pub const STEP: [i32; 8] = [-8, -1, 1, 8, -9, -7, 7, 9];

/// File and rank difference of each step.
pub(super) const FILES_AND_RANKS: [(i32, i32); 8] =
    [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

/// Marks two squares that no ray connects.
pub const NO_DIRECTION: u8 = 8;

/// The tables of steps in one struct, in the layout that the assembly reads.
#[repr(C, align(64))]
pub struct Steps {
    /// Number of squares to the edge, by square and ray.
    pub edges: [[u8; 8]; 64],
    /// Squares that a knight reaches, by its square.
    pub knights: [StepList; 64],
    /// Squares that a king reaches, by its square.
    pub kings: [StepList; 64],
}

/// The tables. Lists of squares are in ascending order.
pub static STEPS: Steps = Steps {
    edges: EDGES,
    knights: leaper([(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)]),
    kings: leaper([(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]),
};

/// Number of squares to the edge, by square and ray.
pub(super) const EDGES: [[u8; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 8 {
            let (files, ranks) = FILES_AND_RANKS[ray];
            let mut file = square as i32 % 8 + files;
            let mut rank = square as i32 / 8 + ranks;
            while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                table[square][ray] += 1;
                file += files;
                rank += ranks;
            }
            ray += 1;
        }
        square += 1;
    }
    table
};

/// The ray from one square to another, or [`NO_DIRECTION`].
pub static DIRECTION: [[u8; 64]; 64] = {
    let mut table = [[NO_DIRECTION; 64]; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 8 {
            let mut steps = 1;
            while steps <= EDGES[square][ray] as i32 {
                table[square][(square as i32 + steps * STEP[ray]) as usize] = ray as u8;
                steps += 1;
            }
            ray += 1;
        }
        square += 1;
    }
    table
};

/// Squares that a knight or king reaches, lowest first.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct StepList {
    squares: [u8; 8],
    count: u8,
    padding: [u8; 7],
}

impl StepList {
    /// Returns the squares, lowest first.
    #[inline(always)]
    pub fn squares(&self) -> impl Iterator<Item = u32> + Clone {
        self.squares.iter().take(self.count as usize).map(|&square| u32::from(square))
    }
}

const fn leaper(steps: [(i32, i32); 8]) -> [StepList; 64] {
    let mut table = [StepList { squares: [0; 8], count: 0, padding: [0; 7] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < 8 {
            let (files, ranks) = steps[step];
            let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
            if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                table[square].squares[table[square].count as usize] = (rank * 8 + file) as u8;
                table[square].count += 1;
            }
            step += 1;
        }
        square += 1;
    }
    table
}
