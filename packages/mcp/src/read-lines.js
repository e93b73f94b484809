/**
 * A line that may be a message, or the first and last bytes of a line that is too long to send.
 * @typedef {{ line: Buffer } | { bytes: number, head: string, tail: string }} Line
 */

const endBytes = 4_096;

/**
 * Splits the input at line breaks, wherever the chunks end. The last line needs no line break.
 * @param {AsyncIterable<Buffer>} input
 * @param {number} maxBytes the maximum length of a line that is kept whole
 * @returns {AsyncGenerator<Line>}
 */
export async function* readLines(input, maxBytes) {
  const line = new PendingLine(maxBytes);
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      line.add(chunk.subarray(start, end));
      yield line.take();
      start = end + 1;
    }
    line.add(chunk.subarray(start));
  }
  if (line.bytes > 0) yield line.take();
}

class PendingLine {
  bytes = 0;
  /** @type {Buffer[]} */
  #chunks = [];
  #tail = Buffer.alloc(0);
  #maxBytes;

  /** @param {number} maxBytes */
  constructor(maxBytes) {
    this.#maxBytes = maxBytes;
  }

  /** @param {Buffer} chunk */
  add(chunk) {
    this.bytes += chunk.length;
    if (this.#isWhole) {
      this.#chunks.push(chunk);
      return;
    }
    if (this.#chunks.length !== 1 || this.#chunks[0]?.length !== endBytes) {
      const kept = Buffer.concat([...this.#chunks, chunk]);
      this.#chunks = [Buffer.from(kept.subarray(0, endBytes))];
      this.#tail = Buffer.from(kept.subarray(-endBytes));
      return;
    }
    this.#tail = Buffer.from(Buffer.concat([this.#tail, chunk]).subarray(-endBytes));
  }

  /** @returns {Line} */
  take() {
    const { bytes } = this;
    const kept = Buffer.concat(this.#chunks);
    const tail = this.#tail.toString();
    const isWhole = this.#isWhole;
    this.bytes = 0;
    this.#chunks = [];
    this.#tail = Buffer.alloc(0);
    return isWhole ? { line: kept } : { bytes, head: kept.toString(), tail };
  }

  get #isWhole() {
    return this.bytes <= this.#maxBytes;
  }
}
