import { createHash } from 'node:crypto';

/** The maximum length of a key that stays unchanged, in UTF-16 units. */
const maxLength = 200;

/** Returns a JSON text, or its hash if it is long, so that the keys of an index or a cache stay small. */
export function toShortKey(json: string): string {
  return json.length <= maxLength ? json : `sha256:${createHash('sha256').update(json).digest('hex')}`;
}
