//! The program itself in a terminal of its own: a pseudo-terminal and what it shows.
//!
//! `setsid` (util-linux) makes it the program's controlling terminal, so that changes of its size
//! are told; without it the tests say that they were skipped.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::SIZES;

/// Time to wait for an answer at a time, and the number of times: see the browser's.
const SLICE: Duration = Duration::from_millis(100);
const SLICES: u32 = 600;

/// The program in a terminal of a size.
struct Session {
    child: Child,
    master: File,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    started: Instant,
}

impl Session {
    fn start(width: u16, height: u16, args: &[&str], environment: &[(&str, &str)]) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
        grantpt(&master).expect("it can be used");
        unlockpt(&master).expect("it can be used");
        let name = ptsname(&master, Vec::new()).expect("it has a name");
        let slave = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(OFlags::NOCTTY.bits() as i32)
            .open(name.to_str().expect("a name in ASCII"))
            .expect("its other end opens");
        tcsetwinsize(&master, size(width, height)).expect("it takes a size");
        let mut command = Command::new("setsid");
        command
            .args(["--ctty", "--wait", env!("CARGO_BIN_EXE_nucleus"), "inspect"])
            .args(args)
            .env_remove("NO_COLOR")
            .env("TERM", "xterm-256color")
            .env("COLORTERM", "truecolor")
            .env("NUCLEUS_LEVEL", "portable")
            .envs(environment.iter().copied())
            .stdin(slave.try_clone().expect("it can be shared"))
            .stdout(slave.try_clone().expect("it can be shared"))
            .stderr(slave);
        let started = Instant::now();
        let child = command.spawn().expect("setsid runs");
        drop(command);
        let mut reader = File::from(master.try_clone().expect("it can be shared"));
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 65536];
            // Reading fails when the last process at the other end is gone.
            while let Ok(length) = reader.read(&mut buffer) {
                if length == 0 || sender.send(buffer[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        let screen = vt100::Parser::new(height, width, 0);
        Self { child, master: File::from(master), output, screen, started }
    }

    fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Reads until the screen shows the words; the time since the start.
    fn expect(&mut self, words: &str) -> Duration {
        for _ in 0..SLICES {
            if self.text().contains(words) {
                return self.started.elapsed();
            }
            if let Ok(bytes) = self.output.recv_timeout(SLICE) {
                self.screen.process(&bytes);
            }
        }
        panic!("'{words}' is never shown in:\n{}", self.text());
    }

    fn send(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    fn resize(&mut self, width: u16, height: u16) {
        tcsetwinsize(&self.master, size(width, height)).expect("it takes a size");
        self.screen.screen_mut().set_size(height, width);
    }

    /// Leaves and returns how it ended.
    fn quit(mut self) -> (ExitStatus, vt100::Parser) {
        self.send("q");
        let status = self.child.wait().expect("it ends");
        while let Ok(bytes) = self.output.recv_timeout(SLICE) {
            self.screen.process(&bytes);
        }
        (status, self.screen)
    }
}

fn size(width: u16, height: u16) -> Winsize {
    Winsize { ws_row: height, ws_col: width, ws_xpixel: 0, ws_ypixel: 0 }
}

fn can_run() -> bool {
    let found = Command::new("setsid").arg("--version").output().is_ok();
    if !found {
        eprintln!("SKIPPED: there is no setsid to give the program a terminal");
    }
    found
}

#[test]
fn a_session_in_a_terminal() {
    if !can_run() {
        return;
    }
    let mut session = Session::start(80, 24, &["--moves", "e4", "e5", "--ply", "1"], &[]);
    session.expect("after 1. e4 (1/2), Black to move");
    session.expect("? keys");
    // Colours, the other screen, and the mouse are asked for.
    assert!(session.screen.screen().alternate_screen());
    assert_ne!(session.screen.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    let colored = |session: &Session| {
        let screen = session.screen.screen();
        let cells = (0..24).flat_map(|y| (0..80).map(move |x| (y, x)));
        cells
            .filter_map(|(y, x)| screen.cell(y, x))
            .any(|cell| cell.bgcolor() != vt100::Color::Default)
    };
    assert!(colored(&session));
    session.send("n");
    session.expect("after 1... e5 (2/2), White to move");
    // The terminal grows and shrinks.
    session.resize(120, 40);
    session.expect("Evaluation");
    session.resize(40, 12);
    session.expect("R N B Q K B N R");
    session.resize(80, 24);
    session.expect("(2/2), White to move · kernel portable");
    // In the small size a cell has 8 × 2 characters; a drag from g1 to f3 plays a knight.
    let place = |file: u16, rank: u16| (2 + 8 * file + 4 + 1, 1 + 2 * (7 - rank) + 1);
    let ((x, y), (to_x, to_y)) = (place(6, 0), place(5, 2));
    session.send(&format!("\x1b[<0;{x};{y}M\x1b[<0;{to_x};{to_y}m"));
    session.expect("after 2. Nf3 (3/3), Black to move");
    let (status, screen) = session.quit();
    assert!(status.success());
    // The terminal is as it was.
    assert!(!screen.screen().alternate_screen() && !screen.screen().hide_cursor());
    assert_eq!(screen.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
}

#[test]
fn no_color_is_respected_in_a_terminal() {
    if !can_run() {
        return;
    }
    let mut session = Session::start(120, 40, &["--moves", "e4"], &[("NO_COLOR", "1")]);
    session.expect("t trace");
    let screen = session.screen.screen();
    for (y, x) in (0..40).flat_map(|y| (0..120).map(move |x| (y, x))) {
        let cell = screen.cell(y, x).expect("it is on the screen");
        let colors = (cell.fgcolor(), cell.bgcolor());
        assert_eq!(colors, (vt100::Color::Default, vt100::Color::Default), "{x}, {y}");
    }
    assert!(session.quit().0.success());
}

/// The figure of the first drawing, from the start of the process to the last character of the
/// screen; shown, not judged: a machine that is busy says nothing about the program.
#[test]
fn the_first_drawing_is_timed() {
    if !can_run() {
        return;
    }
    for (width, height) in SIZES {
        let mut session = Session::start(width, height, &["--timing"], &[]);
        let taken = session.expect("? keys");
        let (_, screen) = session.quit();
        let text = screen.screen().contents();
        let own = text.lines().find(|line| line.starts_with("first drawing after")).expect(&text);
        println!(
            "{width}×{height}: on the screen {:.1} ms after the process was started; by its own \
             clock {own}",
            taken.as_secs_f64() * 1e3
        );
    }
}
