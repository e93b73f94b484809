import { randomBytes } from 'node:crypto';
import { bytesOf, grown } from '../../../lib/typed-arrays.ts';

/** Random numbers of this process, so that clients cannot choose terms that share their slots. */
const [seed = 0, multiplier = 0] = new Int32Array(new Uint8Array(randomBytes(8)).buffer);
const oddMultiplier = multiplier | 1;

/** Numbers terms in a third of the memory of a map, and looks up a part of a text without making a string of it. */
export class TermDictionary {
  size = 0;
  /** The number of each slot's term, and -1 for a free slot. The length is a power of two. */
  private slots = new Int32Array(64).fill(-1);
  private hashes = new Int32Array(0);
  /** The end of each term in the units. It begins where the term before ends. */
  private ends = new Int32Array(0);
  private units = new Uint16Array(0);

  get bytes(): number {
    return bytesOf(this);
  }

  /** Returns the number of the term in a part of a text, and -1 for an unknown one. */
  find(text: string, from = 0, to = text.length): number {
    return this.slots[this.slotOf(text, from, to, hashOf(text, from, to))] as number;
  }

  /** Returns the number of the term in a part of a text, which is a new number for an unknown one. */
  add(text: string, from = 0, to = text.length): number {
    const hash = hashOf(text, from, to);
    const slot = this.slotOf(text, from, to, hash);
    const known = this.slots[slot] as number;
    if (known !== -1) return known;
    const term = this.size++;
    this.hashes = grown(this.hashes, this.size);
    this.ends = grown(this.ends, this.size);
    const start = this.startOf(term);
    this.units = grown(this.units, start + to - from);
    for (let at = from; at < to; at++) this.units[start + at - from] = text.charCodeAt(at);
    this.hashes[term] = hash;
    this.ends[term] = start + to - from;
    this.slots[slot] = term;
    if (this.size * 2 > this.slots.length) this.spread();
    return term;
  }

  private startOf(term: number): number {
    return term === 0 ? 0 : (this.ends[term - 1] as number);
  }

  /** Returns the slot of a term, or the free slot where it would be added. */
  private slotOf(text: string, from: number, to: number, hash: number): number {
    const last = this.slots.length - 1;
    let slot = hash & last;
    for (let term = this.slots[slot] as number; term !== -1; term = this.slots[slot] as number) {
      if (this.hashes[term] === hash && this.equals(term, text, from, to)) return slot;
      slot = (slot + 1) & last;
    }
    return slot;
  }

  private equals(term: number, text: string, from: number, to: number): boolean {
    const start = this.startOf(term);
    if ((this.ends[term] as number) - start !== to - from) return false;
    for (let at = from; at < to; at++) if (this.units[start + at - from] !== text.charCodeAt(at)) return false;
    return true;
  }

  private spread(): void {
    const last = this.slots.length * 2 - 1;
    this.slots = new Int32Array(last + 1).fill(-1);
    for (let term = 0; term < this.size; term++) {
      let slot = (this.hashes[term] as number) & last;
      while (this.slots[slot] !== -1) slot = (slot + 1) & last;
      this.slots[slot] = term;
    }
  }
}

function hashOf(text: string, from: number, to: number): number {
  let hash = seed;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), oddMultiplier);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
