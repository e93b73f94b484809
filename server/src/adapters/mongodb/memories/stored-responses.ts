import type { ClientSession } from 'mongodb';
import { endedStatus } from '../../../ports/memory-rows.ts';
import type { IdempotencyRecord, StoredResponse } from '../../../ports/memory-store.ts';
import { type Collections, memoryKey } from '../schema/documents.ts';
import { gone } from './expiry.ts';

export async function findResponse(
  { memories, responses }: Collections,
  accountId: string,
  { key, formerKey }: Pick<IdempotencyRecord, 'key' | 'formerKey'>,
  now: number,
  options: { session?: ClientSession } = {},
): Promise<StoredResponse | undefined> {
  const ids = [key, formerKey].map((one) => responseKey(accountId, one));
  const found = await responses.find({ _id: { $in: ids }, expiresAt: { $gt: now } }, options).toArray();
  const document = found.find(({ _id }) => _id === ids[0]) ?? found[0];
  if (!document) return undefined;
  const { fingerprint, status, location, etag = null, body, memory } = document;
  if (memory === undefined) return { fingerprint, status, location, etag, body, subjectId: null };
  const response = { fingerprint, location, etag, subjectId: memory.slice(accountId.length + 1) };
  const expired = await memories.findOne({ _id: memory, ...gone(now) }, { ...options, projection: { _id: 1 } });
  return expired ? { ...response, status: endedStatus, body: '' } : { ...response, status, body };
}

export async function keepResponse(
  { responses }: Collections,
  accountId: string,
  { key, expiresAt, response: { subjectId, ...response } }: IdempotencyRecord,
  session: ClientSession,
): Promise<void> {
  const ofSubject = subjectId === null ? {} : { memory: memoryKey(accountId, subjectId) };
  const stored = { ...response, ...ofSubject, expiresAt };
  await responses.replaceOne({ _id: responseKey(accountId, key) }, stored, { upsert: true, session });
}

/**
 * Deletes the bodies that show the content of memories or webhooks, by their keys.
 * @returns how many there were
 */
export async function endResponses(
  { responses }: Pick<Collections, 'responses'>,
  keys: string[],
  session: ClientSession,
): Promise<number> {
  const ended = { $set: { status: endedStatus, body: '' } };
  const { modifiedCount } = await responses.updateMany({ memory: { $in: keys }, body: { $ne: '' } }, ended, {
    session,
  });
  return modifiedCount;
}

function responseKey(accountId: string, key: string): string {
  return `${accountId}/${key}`;
}
