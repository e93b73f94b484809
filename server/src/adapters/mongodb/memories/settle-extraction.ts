import type { MongoClient } from 'mongodb';
import type { MemoryStore } from '../../../ports/memory-store.ts';
import { inTransaction } from '../connection/sessions.ts';
import { type Collections, type MemoryDocument, memoryKey } from '../schema/documents.ts';
import { metadataFields, termsOf, toList } from './memory-document.ts';
import { notEmbedded } from './memory-vectors.ts';
import { begun, notLeased, notWaiting, replaceText, toDocument } from './pending-memory.ts';

const fields = { ownerId: 1, version: 1, words: 1, tagWords: 1, userId: 1, agentId: 1, runId: 1 } as const;
type Found = Pick<MemoryDocument, keyof typeof fields | '_id'>;

export function createSettleExtraction(
  client: MongoClient,
  collections: Collections,
): Pick<MemoryStore, 'settleExtraction'> {
  const { memories, vectors } = collections;
  return {
    settleExtraction: (result) =>
      inTransaction(client, async (session) => {
        const { claim, at } = result;
        const { ownerId, revision, traceParent } = claim;
        const since = { nextAttemptAt: at, pendingSince: at, traceParent };
        const options = { session, projection: fields };
        const _id = memoryKey(ownerId, claim.id);
        const claimed = await memories.findOne<Found>({ _id, revision, status: 'pending', infer: true }, options);
        if (!claimed) return 'stale';
        for (const { id, version } of result.reliesOn) {
          const same = { _id: memoryKey(ownerId, id), ownerId, version };
          if (!(await memories.findOne(same, { session, projection: { _id: 1 } }))) return 'conflict';
        }
        const completed = [];
        for (const fact of result.kind === 'raw' ? [] : result.completed) {
          const row = await memories.findOne<Found>({ _id: memoryKey(ownerId, fact.id) }, options);
          if (!row || row.version !== fact.expectedVersion || row.ownerId === undefined) return 'conflict';
          completed.push({ fact, row });
        }
        const indexedAt = Date.now();
        switch (result.kind) {
          case 'raw': {
            const { metadata, index } = result;
            const set = {
              ...metadataFields(index),
              ...begun,
              metadata: JSON.stringify(metadata),
              terms: termsOf(toList(claimed.words), index.tagWords),
              infer: false,
              nextAttemptAt: at,
              pendingSince: at,
              indexedAt,
            };
            await memories.updateOne({ _id }, { $set: set, $unset: notLeased, $inc: { revision: 1 } }, { session });
            break;
          }
          case 'aside': {
            const { outcome, extraction } = result;
            const set = { infer: false, status: 'ready', outcome, extraction, failure: null, indexedAt } as const;
            const unset = { ...notWaiting, ...notLeased, ...notEmbedded, ownerId: '' } as const;
            await memories.updateOne({ _id }, { $set: set, $unset: unset, $inc: { revision: 1 } }, { session });
            await vectors.deleteMany({ ownerId, memory: _id }, { session });
            break;
          }
          case 'facts': {
            const { text, index, extraction, added } = result;
            const terms = termsOf(index.words, toList(claimed.tagWords));
            const set = { infer: false, messages: null, outcome: 'extracted', extraction, terms } as const;
            await replaceText(collections, session, claimed, { text, index, ...since }, set);
            const documents = added.map(({ memory, index: ofMemory }) => toDocument(memory, ofMemory, traceParent));
            if (documents.length > 0) await memories.insertMany(documents, { session });
          }
        }
        for (const { fact, row } of completed) {
          const { text, index } = fact;
          const terms = termsOf(index.words, toList(row.tagWords));
          const set = { version: row.version + 1, updatedAt: at, textChangedAt: at, terms };
          await replaceText(collections, session, row, { text, index, ...since }, set);
        }
        return 'written';
      }),
  };
}
