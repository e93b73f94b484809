import type { ClientSession, MongoClient } from 'mongodb';
import type { IdempotencyRecord, StoredResponse } from '../../../ports/memory-rows.ts';
import { inTransaction } from '../connection/sessions.ts';
import type { Collections } from '../schema/documents.ts';
import { findResponse, keepResponse } from './stored-responses.ts';

export interface Outcome<Result> {
  result: Result;
  /** Without this key, nothing is stored. */
  written: boolean;
}

/** Runs a write together with its stored response, unless the response already exists. */
export function writeOnce<Result>(
  { client, collections }: { client: MongoClient; collections: Collections },
  accountId: string,
  record: IdempotencyRecord | undefined,
  work: (session: ClientSession) => Promise<Outcome<Result>>,
): Promise<Result | { replayed: StoredResponse }> {
  return inTransaction(client, async (session) => {
    const replayed = record && (await findResponse(collections, accountId, record, record.createdAt, { session }));
    if (replayed) return { replayed };
    const { result, written } = await work(session);
    if (!written) await session.abortTransaction();
    else if (record) await keepResponse(collections, accountId, record, session);
    return result;
  });
}
