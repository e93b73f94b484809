import type { ClientSession, MongoClient } from 'mongodb';
import { hasCode } from './mongo-errors.ts';

/** The codes of a snapshot that is too old, or does not exist yet after a collection or index was created. */
const noSnapshot = [239, 246];
const snapshotAttempts = 5;

/** Runs reads in one snapshot, which contains all writes that were acknowledged before. */
export async function inSnapshot<Result>(client: MongoClient, work: (session: ClientSession) => Promise<Result>) {
  const { session, result } = await openSnapshot(client, work);
  await session.endSession();
  return result;
}

/** Begins a snapshot with some reads, and returns their result with its session. The caller ends the session. */
export async function openSnapshot<Result>(client: MongoClient, begin: (session: ClientSession) => Promise<Result>) {
  for (let attempt = 1; ; attempt++) {
    const session = client.startSession({ snapshot: true });
    try {
      return { session, result: await begin(session) };
    } catch (error) {
      await session.endSession();
      if (!hasCode(error, noSnapshot) || attempt === snapshotAttempts) throw error;
    }
  }
}
