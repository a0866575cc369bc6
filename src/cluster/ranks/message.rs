//! Messages between ranks, as bytes.

use super::bytes::{ByteReader, ByteWriter};
use super::local::{PackedEntry, WaitingThread};
use super::split_list::RemoteResult;
use nucleus_core::types::Score;
use nucleus_search::Statistics;

/// A message between ranks. Messages of a search begin with its number, which identifies late ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// The first message: the version, and the format of messages.
    Hello(String),
    /// The rank is there, and so many messages have come from the receiver, these not counted.
    Beat(u64),
    /// Share this search.
    Begin(u32, Vec<u8>),
    /// The search is over.
    End(u32),
    /// The search has ended here, with these counts.
    Done(u32, Box<Statistics>),
    /// The counts so far.
    Counts(u32, Box<Statistics>),
    /// Search a move: its number, the receiver's task below which it lies, and the node.
    Task(u32, u64, Option<u64>, Vec<u8>),
    /// Result of a task.
    Result(u32, u64, RemoteResult),
    /// A task is not searched: no thread waits for one. True when its node could not be read.
    Refused(u32, u64, bool),
    /// A task does not matter any more.
    Cancel(u32, u64),
    /// Alpha of a task's node was raised.
    Bound(u32, u64, Score),
    /// The threads that wait; before them how many tasks had come from the receiver by then.
    Waiting(u32, u64, Vec<WaitingThread>),
    /// Entries of the table.
    Entries(u32, Vec<PackedEntry>),
    /// Path of the sender in a search of the same root: the leading rank's search, and the keys of
    /// the nodes on the sender's path.
    Path(u32, u64, Vec<u64>),
    /// Forget everything learnt.
    Clear,
    /// The search cannot be shared, for this reason.
    Fault(u32, String),
    /// The session is over.
    Quit,
}

/// The largest message of a search, in bytes.
pub const LARGEST: usize = 1 << 20;

impl Message {
    /// As bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut out = ByteWriter::default();
        match self {
            Self::Hello(version) => {
                out.u8(0);
                out.bytes(version.as_bytes());
            }
            Self::Beat(count) => {
                out.u8(1);
                out.u64(*count);
            }
            Self::Begin(number, job) => {
                head(&mut out, 2, *number);
                out.bytes(job);
            }
            Self::End(number) => head(&mut out, 3, *number),
            Self::Done(number, counts) => write_counts(&mut out, 4, *number, counts),
            Self::Counts(number, counts) => write_counts(&mut out, 5, *number, counts),
            Self::Task(number, id, below, node) => {
                head(&mut out, 6, *number);
                out.u64(*id);
                out.u64(below.unwrap_or(0));
                out.bytes(node);
            }
            Self::Result(number, id, result) => {
                head(&mut out, 7, *number);
                out.u64(*id);
                out.flag(result.searched);
                out.i16(result.score);
                out.moves(&result.line);
                out.flag(result.skip_quiets);
                out.u64(result.nodes);
            }
            Self::Refused(number, id, unread) => {
                head(&mut out, 8, *number);
                out.u64(*id);
                out.flag(*unread);
            }
            Self::Cancel(number, id) => {
                head(&mut out, 9, *number);
                out.u64(*id);
            }
            Self::Bound(number, id, alpha) => {
                head(&mut out, 15, *number);
                out.u64(*id);
                out.i16(*alpha);
            }
            Self::Waiting(number, seen, waiters) => {
                head(&mut out, 10, *number);
                out.u64(*seen);
                out.u32(waiters.len() as u32);
                for WaitingThread { reserve, tasks } in waiters {
                    out.flag(*reserve);
                    out.u32(tasks.len() as u32);
                    tasks.iter().for_each(|&id| out.u64(id));
                }
            }
            Self::Entries(number, entries) => {
                head(&mut out, 11, *number);
                out.u32(entries.len() as u32);
                for &(key, data) in entries {
                    out.u64(key);
                    out.u64(data);
                }
            }
            Self::Path(number, call, keys) => {
                head(&mut out, 16, *number);
                out.u64(*call);
                out.u32(keys.len() as u32);
                keys.iter().for_each(|&key| out.u64(key));
            }
            Self::Clear => out.u8(12),
            Self::Fault(number, text) => {
                head(&mut out, 13, *number);
                out.bytes(text.as_bytes());
            }
            Self::Quit => out.u8(14),
        }
        out.0
    }

    /// Reads one; none when it is not whole, or has something behind it.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut from = ByteReader(bytes);
        let message = read(&mut from)?;
        from.0.is_empty().then_some(message)
    }
}

fn head(out: &mut ByteWriter, kind: u8, number: u32) {
    out.u8(kind);
    out.u32(number);
}

fn write_counts(out: &mut ByteWriter, kind: u8, number: u32, counts: &Statistics) {
    head(out, kind, number);
    counts.counts().iter().for_each(|&count| out.u64(count));
}

fn read_counts(from: &mut ByteReader<'_>) -> Option<Box<Statistics>> {
    let mut counts = Statistics::default().counts();
    for count in &mut counts {
        *count = from.u64()?;
    }
    Some(Statistics::of_counts(counts).into())
}

fn read_numbers(from: &mut ByteReader<'_>) -> Option<Vec<u64>> {
    let count = from.count(8)?;
    (0..count).map(|_| from.u64()).collect()
}

fn read(from: &mut ByteReader<'_>) -> Option<Message> {
    Some(match from.u8()? {
        0 => Message::Hello(from.text()?.to_owned()),
        1 => Message::Beat(from.u64()?),
        2 => Message::Begin(from.u32()?, from.bytes()?.to_vec()),
        3 => Message::End(from.u32()?),
        4 => Message::Done(from.u32()?, read_counts(from)?),
        5 => Message::Counts(from.u32()?, read_counts(from)?),
        6 => {
            let (number, id, below) = (from.u32()?, from.u64()?, from.u64()?);
            Message::Task(number, id, (below != 0).then_some(below), from.bytes()?.to_vec())
        }
        7 => {
            let (number, id) = (from.u32()?, from.u64()?);
            let result = RemoteResult {
                searched: from.flag()?,
                score: from.i16()?,
                line: from.moves()?,
                skip_quiets: from.flag()?,
                nodes: from.u64()?,
            };
            Message::Result(number, id, result)
        }
        8 => Message::Refused(from.u32()?, from.u64()?, from.flag()?),
        9 => Message::Cancel(from.u32()?, from.u64()?),
        10 => {
            let (number, seen) = (from.u32()?, from.u64()?);
            let count = from.count(5)?;
            let mut read =
                || Some(WaitingThread { reserve: from.flag()?, tasks: read_numbers(from)? });
            let waiters = (0..count).map(|_| read()).collect::<Option<_>>()?;
            Message::Waiting(number, seen, waiters)
        }
        11 => {
            let number = from.u32()?;
            let count = from.count(16)?;
            let entries = (0..count).map(|_| Some((from.u64()?, from.u64()?)));
            Message::Entries(number, entries.collect::<Option<_>>()?)
        }
        12 => Message::Clear,
        13 => Message::Fault(from.u32()?, from.text()?.to_owned()),
        14 => Message::Quit,
        16 => Message::Path(from.u32()?, from.u64()?, read_numbers(from)?),
        15 => Message::Bound(from.u32()?, from.u64()?, from.i16()?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::types::Move;

    fn all() -> Vec<Message> {
        let counts = Box::new(Statistics { nodes: 5, parks: 3, ..Statistics::default() });
        let line = vec![Move(77), Move(1234)];
        let result = RemoteResult { searched: true, score: -31, line, skip_quiets: true, nodes: 9 };
        vec![
            Message::Hello("0.1".to_owned()),
            Message::Beat(7),
            Message::Begin(3, vec![1, 2, 3]),
            Message::End(3),
            Message::Done(3, counts.clone()),
            Message::Counts(3, counts),
            Message::Task(3, 8, None, vec![4]),
            Message::Task(3, 8, Some(7), vec![]),
            Message::Result(3, 8, result),
            Message::Refused(3, 8, true),
            Message::Cancel(3, 8),
            Message::Bound(3, 8, -17),
            Message::Waiting(
                3,
                2,
                vec![WaitingThread::default(), WaitingThread { reserve: true, tasks: vec![4, 5] }],
            ),
            Message::Entries(3, vec![(1, 2), (u64::MAX, 4)]),
            Message::Path(3, 1 << 48, vec![5, u64::MAX]),
            Message::Clear,
            Message::Fault(1, "no memory".to_owned()),
            Message::Quit,
        ]
    }

    #[test]
    fn messages_are_read_as_they_were_written() {
        for message in all() {
            let bytes = message.write();
            assert_eq!(Message::read(&bytes), Some(message.clone()));
            for length in 0..bytes.len() {
                assert_eq!(Message::read(&bytes[..length]), None, "{message:?}, {length} bytes");
            }
            assert_eq!(Message::read(&[&bytes[..], &[0]].concat()), None, "{message:?} and more");
        }
        assert_eq!(Message::read(&[200]), None);
    }
}
