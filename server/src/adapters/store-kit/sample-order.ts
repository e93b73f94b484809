import { crc32 } from 'node:zlib';

/** The bits of a position in a sort key. The remaining bits, up to 53, are the rank. */
const positionSize = 2 ** 27;
const rankBits = 26;

/** Orders positions by the hashes of keys, so that the first are a sample. Other keys do not change that order. */
export function sampleOrder(keys: readonly (string | number)[]): number[] {
  const sortKeys = new Float64Array(keys.length);
  for (const [position, key] of keys.entries()) sortKeys[position] = rankOf(String(key)) * positionSize + position;
  return Array.from(sortKeys.sort(), (sortKey) => sortKey % positionSize);
}

/** Mixes the bits of a checksum, because similar keys have similar ones. */
const rankOf = (key: string): number => Math.imul(crc32(key), 0x9e3779b1) >>> (32 - rankBits);
