import type { ClientSession, MongoClient } from 'mongodb';
import type { MemoryStore, Once, StoredAnswer, WriteResult } from '../../../ports/memory-store.ts';
import type { Allowance } from '../../../ports/usage-store.ts';
import { inTransaction } from '../connection/sessions.ts';
import { type Collections, type MemoryDocument, memoryKey } from '../schema/documents.ts';
import { countWrite, findNoRoom, isLimited } from '../usage/allowances.ts';
import { metadataFields, termsOf, toList } from './memory-document.ts';
import { begun, notLeased, replaceText, toDocument, waiting } from './pending-memory.ts';

type Writes = Pick<MemoryStore, 'insert' | 'change' | 'remove' | 'requeue' | 'findAnswer' | 'purgeAnswers'>;

/** What a client changes: each is one transaction, with its answer and what it counts. */
export function createMemoryWrites(client: MongoClient, collections: Collections): Writes {
  const { memories, vectors, answers } = collections;
  const meet = createMeetings();

  /** Nothing of what `work` did stays unless it answers `written`. Without an `allowance` it is not counted. */
  const write = (
    ownerId: string,
    { once, allowance }: { once: Once | undefined; allowance?: Allowance },
    work: (session: ClientSession) => Promise<WriteResult>,
  ): Promise<WriteResult> =>
    inTransaction(client, async (session) => {
      const replayed = once && (await findAnswer(ownerId, once.key, once.createdAt, session));
      let result: WriteResult = replayed ? { kind: 'replayed', answer: replayed } : await work(session);
      if (result.kind === 'written' && once) {
        const { key, answer, expiresAt } = once;
        const kept = { ...answer, expiresAt };
        await answers.replaceOne({ _id: answerKey(ownerId, key) }, kept, { upsert: true, session });
      }
      if (result.kind === 'written' && allowance) {
        result = (await countWrite(collections, session, allowance, ownerId)) ?? result;
      }
      if (result.kind !== 'written') await session.abortTransaction();
      return result;
    });

  async function findAnswer(
    ownerId: string,
    key: string,
    now: number,
    session?: ClientSession,
  ): Promise<StoredAnswer | undefined> {
    const found = await answers.findOne(
      { _id: answerKey(ownerId, key), expiresAt: { $gt: now } },
      session ? { session } : {},
    );
    if (!found) return undefined;
    const { fingerprint, status, location, body } = found;
    return { fingerprint, status, location, body };
  }

  /** Writes of an account with limits would only get into each other's way. */
  const counted = (ownerId: string, allowance: Allowance, work: () => Promise<WriteResult>) =>
    isLimited(allowance) ? meet(ownerId, work) : work();

  return {
    insert: (memory, index, allowance, once, traceParent) =>
      counted(memory.ownerId, allowance, () =>
        write(memory.ownerId, { once, allowance }, async (session) => {
          const { ownerId, userId } = memory;
          const additions = { ownerId, userId, projects: index.projects, changed: null };
          const beyond = await findNoRoom(collections, session, allowance, additions);
          if (beyond) return beyond;
          await memories.insertOne(toDocument(memory, index, traceParent ?? null), { session });
          return { kind: 'written' };
        }),
      ),

    change: (change, allowance, once, traceParent) =>
      counted(change.ownerId, allowance, () =>
        write(change.ownerId, { once, allowance }, async (session) => {
          const { ownerId, id, index, updatedAt } = change;
          const _id = memoryKey(ownerId, id);
          const fields = { ownerId: 1, version: 1, words: 1, projects: 1, userId: 1, agentId: 1, runId: 1 } as const;
          const found = await memories.findOne({ _id }, { session, projection: fields });
          if (!found) return { kind: 'missing' };
          if (found.version !== change.expectedVersion) return { kind: 'stale' };
          // What is set aside has no place, of a project or of its user, until a text of its own brings it back.
          const isAside = found.ownerId === undefined;
          const changed = { key: _id, projects: isAside ? [] : found.projects };
          const projects = isAside && !change.text ? [] : index.projects;
          const userId = isAside && change.text ? found.userId : null;
          const additions = { ownerId, userId, projects, changed };
          const beyond = await findNoRoom(collections, session, allowance, additions);
          if (beyond) return beyond;
          const words = change.text?.words ?? toList(found.words);
          const indexedAt = Date.now();
          const set: Partial<MemoryDocument> & Pick<MemoryDocument, 'terms'> = {
            ...metadataFields(index),
            metadata: JSON.stringify(change.metadata),
            terms: termsOf(words, index.tagWords),
            version: found.version + 1,
            updatedAt,
            indexedAt,
          };
          if (!change.text) {
            await memories.updateOne({ _id }, { $set: set }, { session });
            await vectors.updateMany(
              { ownerId, memory: _id },
              { $set: { labels: index.labels, indexedAt } },
              { session },
            );
            return { kind: 'written' };
          }
          Object.assign(set, {
            ownerId,
            messages: null,
            textChangedAt: updatedAt,
            outcome: null,
            infer: false,
            extraction: null,
            sourceMemoryId: null,
          } satisfies Partial<MemoryDocument>);
          const { text, nextAttemptAt } = change.text;
          const since = { nextAttemptAt, pendingSince: updatedAt, traceParent: traceParent ?? null };
          const replaced = { text, index: change.text, ...since };
          await replaceText(collections, session, found, replaced, set);
          return { kind: 'written' };
        }),
      ),

    remove: (ownerId, id, once) =>
      write(ownerId, { once }, async (session) => {
        const _id = memoryKey(ownerId, id);
        const { deletedCount } = await memories.deleteOne({ _id }, { session });
        if (deletedCount === 0) return { kind: 'missing' };
        await vectors.deleteMany({ ownerId, memory: _id }, { session });
        return { kind: 'written' };
      }),

    requeue: (ownerId, id, at, once, traceParent) =>
      write(ownerId, { once }, async (session) => {
        const _id = memoryKey(ownerId, id);
        const found = await memories.findOne({ _id }, { session, projection: { status: 1 } });
        if (!found) return { kind: 'missing' };
        if (found.status !== 'failed') return { kind: 'stale' };
        const since = { nextAttemptAt: at, pendingSince: at, traceParent: traceParent ?? null };
        const set = { ...begun, ...waiting(ownerId, since) };
        const unset = { ...notLeased, failedOf: '' } as const;
        await memories.updateOne({ _id }, { $set: set, $unset: unset, $inc: { revision: 1 } }, { session });
        return { kind: 'written' };
      }),

    findAnswer: (ownerId, key, now) => findAnswer(ownerId, key, now),

    async purgeAnswers(now) {
      return (await answers.deleteMany({ expiresAt: { $lte: now } })).deletedCount;
    },
  };
}

function answerKey(ownerId: string, key: string): string {
  return `${ownerId}/${key}`;
}

/** Lets what has the same name begin one after the other. */
function createMeetings() {
  const last = new Map<string, Promise<unknown>>();
  return <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const run = (last.get(name) ?? Promise.resolve()).then(work, work);
    const settled = run.then(
      () => undefined,
      () => undefined,
    );
    last.set(name, settled);
    void settled.then(() => {
      if (last.get(name) === settled) last.delete(name);
    });
    return run;
  };
}
