import { runYielding } from '../../../lib/yielding.ts';
import type { CandidateIndex } from '../../../ports/candidate-index.ts';
import { closestTokens } from '../../store-kit/closest-tokens.ts';
import { type Collections, memoryKey } from '../schema/documents.ts';

/** Reads the token vectors of memories and compares them with those of a query. */
export function createClosestTokens({ vectors }: Collections): CandidateIndex['closestTokens'] {
  return async (query) => {
    const { accountId, embedderId } = query;
    const keys = query.ids.map((id) => memoryKey(accountId, id));
    const filter = { ownerId: accountId, memory: { $in: keys }, embedderId, tokens: { $exists: true } };
    const found = await vectors.find(filter, { projection: { memory: 1, tokens: 1 } }).toArray();
    const tokensOf = new Map(found.map(({ memory, tokens }) => [memory, tokens?.toInt8Array() ?? null]));
    const memories = keys.map((key) => tokensOf.get(key) ?? null);
    return runYielding(accountId, closestTokens(query, memories));
  };
}
