import { runYielding } from '../../../lib/yielding.ts';
import type { CandidateIndex } from '../../../ports/candidate-index.ts';
import { closestTokens } from '../../store-kit/closest-tokens.ts';
import { memoryKey, type SearchCollections } from './search-documents.ts';

/** Reads the token vectors of memories and compares them with those of a query. */
export function createClosestTokens({ memories, tokens }: SearchCollections): CandidateIndex['closestTokens'] {
  return async (query) => {
    const { accountId, embedderId } = query;
    const keys = query.ids.map((id) => memoryKey(accountId, id));
    const named = memories.find({ _id: { $in: keys } }, { projection: { seq: 1 } });
    const nameOf = new Map((await named.toArray()).map(({ _id, seq }) => [_id, memoryKey(accountId, String(seq))]));
    const found = await tokens.find({ _id: { $in: [...nameOf.values()] }, embedderId }).toArray();
    const tokensOf = new Map(found.map((one) => [one._id, one.tokens.toInt8Array()]));
    return runYielding(
      accountId,
      closestTokens(
        query,
        keys.map((key) => tokensOf.get(nameOf.get(key) ?? '') ?? null),
      ),
    );
  };
}
