import { invalidArgument } from './invalid-argument.ts';

/** Collects the lines of a stream of bytes, whose pieces may end within a line or a character. */
export class LineSplitter {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #maxCharacters: number;
  #rest = '';

  /** Characters of a line beyond `maxCharacters` are dropped, so that no line takes all memory. */
  constructor(maxCharacters = Number.POSITIVE_INFINITY) {
    this.#maxCharacters = maxCharacters;
  }

  /** Returns the lines that have ended. */
  add(bytes: Uint8Array): string[] {
    const lines = (this.#rest + this.#decode(bytes)).split('\n');
    this.#rest = (lines.pop() as string).slice(0, this.#maxCharacters);
    return lines;
  }

  /** Returns the last line, if it has no end. */
  end(): string[] {
    const last = this.#rest + this.#decode();
    this.#rest = '';
    return last === '' ? [] : [last];
  }

  #decode(bytes?: Uint8Array): string {
    try {
      return this.#decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw invalidArgument('/body', 'is not UTF-8');
    }
  }
}
