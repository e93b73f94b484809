/** The bits of a position in a sort key. The remaining bits, up to 53, are the rank. */
const positionSize = 2 ** 27;
const rankBits = 26;

/** Orders positions by the hashes of keys, so that the first are a sample. Other keys do not change that order. */
export function sampleOrder(keys: readonly (string | number)[]): number[] {
  const sortKeys = new Float64Array(keys.length);
  for (const [position, key] of keys.entries()) sortKeys[position] = rankOf(String(key)) * positionSize + position;
  return Array.from(sortKeys.sort(), (sortKey) => sortKey % positionSize);
}

/** Returns the FNV-1a hash of a key. Its bits are mixed once more, because similar keys have similar hashes. */
function rankOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> (32 - rankBits);
}
