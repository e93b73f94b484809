import { createHash } from 'node:crypto';
import { DomainError } from '../../ports/errors.ts';
import type { Reader, Transaction } from '../../ports/record-store.ts';
import { scanAll } from '../../ports/scan-pages.ts';
import { webhooks } from '../events/kinds.ts';
import { memories } from '../memories/kinds.ts';
import { type IdempotencyRecord, keptResponses } from './kinds.ts';

/** The Idempotency-Key of a write, and a fingerprint that distinguishes the write from others with the same key. */
export interface Idempotency {
  /** The credential that sent the key (see `credentialOf`). Other credentials do not get the response. */
  credential: string;
  key: string;
  fingerprint: string;
}

/** A write of a request, which may have an Idempotency-Key. */
export interface KeyedWrite {
  accountId: string;
  idempotency?: Idempotency | undefined;
}

/** Makes the response of a write, which is stored for retries if the write has an Idempotency-Key. */
export interface Responder<Value, Response> {
  idempotency: Idempotency | undefined;
  /** Returns plain data without secrets, which retries get again. */
  present(value: Value): Response;
  /** Returns the id of what the response shows the content of, and with which it ends. @default nothing */
  subjectOf?: ((value: Value, response: Response) => string | null) | undefined;
}

/** The result of a write that runs once for each Idempotency-Key. */
export interface Once<Value> {
  value: Value;
  /** Whether an earlier request with the same Idempotency-Key has written it. */
  isReplay: boolean;
}

/** The response of a write, and what it has written; nothing in a retry. */
export type Responded<Written, Response> = Once<Response> & { written?: Written };

const keptMs = 24 * 60 * 60 * 1000;

/** Returns the key of the stored response. No Idempotency-Key contains a blank, so different pairs have different keys. */
export function responseKeyOf({ credential, key }: Idempotency): string {
  return `${credential} ${key}`;
}

/** Returns what the store keeps of a write: a value without secrets, and what it shows the content of, if anything. */
export function toIdempotencyRecord(idempotency: Idempotency, value: unknown, subjectId: string | null, now: number) {
  const { fingerprint } = idempotency;
  const key = responseKeyOf(idempotency);
  return { key, fingerprint, body: JSON.stringify(value), subjectId, expiresAt: now + keptMs };
}

/**
 * Reads the value of the first request with the same key. @param missing makes the error for one that has ended
 * @throws {DomainError} `idempotency_key_reused` when the stored response belongs to another request
 */
export function readReplay<Value>(
  idempotency: Idempotency | undefined,
  { fingerprint, body }: IdempotencyRecord,
  missing?: () => DomainError,
): Value {
  if (idempotency?.fingerprint !== fingerprint) {
    throw new DomainError(
      'idempotency_key_reused',
      'This Idempotency-Key was already used for a different request. Use a new key, or retry with the same method, path and body.',
    );
  }
  if (body === '' && missing) throw missing();
  return JSON.parse(body);
}

/** Hashes method, path and body; the order of keys in the body does not matter. */
export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(body)}`)
    .digest('hex');
}

/** Renders a value as JSON text that does not depend on the order of keys. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

const maxAtOnce = 1_000;

/** Finds a response that has not expired. It has ended if the memory or webhook that it shows is gone. */
export async function findResponse(reader: Pick<Reader, 'get'>, accountId: string, key: string) {
  const found = await reader.get(keptResponses, { accountId, key });
  if (!found || found.subjectId === null) return found;
  const subject = { accountId, id: found.subjectId };
  const isLeft = (await reader.get(memories, subject, ['id'])) ?? (await reader.get(webhooks, subject, ['id']));
  return isLeft ? found : { ...found, body: '' };
}

interface KeptValue<Value> {
  /** Returns the value without what must not be kept, such as secrets. @default the whole value */
  kept?: (value: Value) => Value;
  /** Returns the id of the memory or webhook that the value shows, and with which it ends. @default none */
  subjectOf?: (value: Value) => string;
  missing?: () => DomainError;
}

/**
 * Runs a write once for each Idempotency-Key, and keeps its result in the same transaction, unless it throws.
 * @throws {DomainError} `idempotency_key_reused`; that of `missing`
 */
export async function once<Value>(
  tx: Transaction,
  accountId: string,
  idempotency: Idempotency | undefined,
  work: () => Promise<Value>,
  { kept = (value) => value, subjectOf, missing }: KeptValue<Value> = {},
): Promise<Once<Value>> {
  if (!idempotency) return { value: await work(), isReplay: false };
  const found = await findResponse(tx, accountId, responseKeyOf(idempotency));
  if (found) return { value: readReplay(idempotency, found, missing), isReplay: true };
  const value = await work();
  const subjectId = subjectOf?.(value) ?? null;
  tx.put(keptResponses, { accountId, ...toIdempotencyRecord(idempotency, kept(value), subjectId, tx.now) });
  return { value, isReplay: false };
}

/** Removes the bodies that show memories or webhooks. @returns how many there were */
export async function endResponses(tx: Transaction, accountId: string, subjectIds: readonly string[]): Promise<number> {
  const where = { subjectId: { any: subjectIds }, body: { not: '' } };
  const scan = { of: [accountId], where, limit: maxAtOnce, expired: 'also', only: ['key', 'subjectId'] } as const;
  const shown = await scanAll(tx, keptResponses, 'subject', scan);
  for (const { key } of shown) tx.patch(keptResponses, { accountId, key }, { body: '' });
  return shown.length;
}
