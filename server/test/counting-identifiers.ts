import { createHash } from 'node:crypto';
import type { Identifiers } from '../src/ports/identifiers.ts';

/** Predictable, and still all different. */
export function createCountingIdentifiers(): Identifiers {
  let count = 0;
  const next = () => String(++count).padStart(4, '0');
  return {
    memory: () => `mem_${next()}`,
    account: () => `acct_${next()}`,
    key: () => `key_${next()}`,
    event: () => `evt_${next()}`,
    deletion: () => `del_${next()}`,
    webhook: () => `whk_${next()}`,
    request: () => `req_${next()}`,
    secret: (bytes) => createHash('shake256', { outputLength: bytes }).update(next()).digest(),
  };
}
