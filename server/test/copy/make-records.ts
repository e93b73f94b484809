import { createHash } from 'node:crypto';
import type { AccountRecord, KeyRecord, MemoryRecord } from '../../src/ports/records.ts';
import { makeAccount } from '../make-account.ts';
import { makeIndex } from '../make-index.ts';
import { makeMemory } from '../make-memory.ts';

export function makeAccountRecord(id: string, email = `${id}@example.com`): AccountRecord {
  return { account: makeAccount(id, { email, createdAt: Date.UTC(2026, 0) }), passwordHash: '$scrypt$' };
}

export function makeKeyRecord(id: string, accountId: string): KeyRecord {
  const key = { id, accountId, label: id, keyPrefix: 'mnk_0123', scopes: ['read' as const] };
  const times = {
    createdAt: Date.UTC(2026, 0),
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    replacedBy: null,
    restriction: null,
  };
  return { key: { ...key, ...times }, hash: createHash('sha256').update(id).digest() };
}

/** Ready, with one vector. */
export function makeMemoryRecord(accountId: string, text: string): MemoryRecord {
  const memory = makeMemory(text, { accountId, userId: accountId });
  const values = Int8Array.from({ length: 8 }, (_, at) => (text.length * (at + 1)) % 127);
  return {
    memory,
    outcome: memory.outcome,
    versions: [],
    index: makeIndex(text.split(' ')),
    rejections: 0,
    crashCount: 0,
    pendingSince: null,
    vectors: [{ embedderId: 'test@1', scale: 0.01, values }],
  };
}

/** Makes `count` different records, in batches as they are written. */
export function* makeManyRecords(accountId: string, count: number): Generator<MemoryRecord[]> {
  for (let made = 0; made < count; made += 500) {
    yield Array.from({ length: Math.min(500, count - made) }, (_, at) =>
      makeMemoryRecord(accountId, `note number ${made + at} about the boat`),
    );
  }
}
