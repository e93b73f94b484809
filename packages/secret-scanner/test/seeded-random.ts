export const digits = '0123456789';
export const hexDigits = '0123456789abcdef';
export const lower = 'abcdefghijklmnopqrstuvwxyz';
export const upper = lower.toUpperCase();
export const base62 = digits + upper + lower;
export const base64Url = `${base62}-_`;
/** The alphabet of hand-copied identifiers, without I, L, O and U. */
export const crockford = digits + upper.replaceAll(/[ILOU]/g, '');
/** The alphabet of age keys and Bitcoin addresses. */
export const bech32 = ['qpzry9x8', 'gf2tvdw0', 's3jn54kh', 'ce6mua7l'].join('');
export const base64Standard = `${base62}+/`;

/** Makes the same values in the same order for the same seed, on every machine. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Draws a whole number from 0 to limit - 1. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  /** Draws a whole number, both ends included. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const rest = [...items];
    const result: Item[] = [];
    while (rest.length > 0) result.push(...rest.splice(this.below(rest.length), 1));
    return result;
  }

  text(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet[this.below(alphabet.length)]).join('');
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }

  /** Draws digits whose first is not 0. */
  number(length: number): string {
    return this.text('123456789', 1) + this.text(digits, length - 1);
  }

  hex(length: number): string {
    return this.text(hexDigits, length);
  }

  uuid(): string {
    const variant = this.pick(['8', '9', 'a', 'b']);
    return [this.hex(8), this.hex(4), `4${this.hex(3)}`, `${variant}${this.hex(3)}`, this.hex(12)].join('-');
  }
}
