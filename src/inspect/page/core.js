// The core of the program as WebAssembly: questions and answers as text, see src/inspect/exports.rs.

/** The bytes of base64 text. */
export const bytesOf = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));

/** Unpacks bytes that gzip packed. */
export const unpacked = packed =>
  new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

/** Compiles the core, which is packed. */
export const compiled = async packed => WebAssembly.compile(await unpacked(packed));

export class Core {
  static async start(module) {
    const core = new Core();
    core.module = module;
    core.exports = (await WebAssembly.instantiate(module)).exports;
    return core;
  }

  /** Writes bytes where the core reads a question. */
  write(bytes) {
    const at = this.exports.question(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  /** Gives the engine its network. */
  network(bytes) {
    this.write(bytes);
    if (this.exports.network() !== 0) throw new Error("the network is damaged");
  }

  /** The answer to the lines of a question. */
  ask(lines) {
    this.write(new TextEncoder().encode(lines.join("\n")));
    const length = this.exports.answer();
    const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.answer_at(), Math.abs(length));
    const text = new TextDecoder().decode(bytes);
    if (length < 0) throw new Error(text);
    return JSON.parse(text);
  }
}
