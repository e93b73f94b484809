import type { DatabaseSync } from 'node:sqlite';
import type { ClosestTokensQuery } from '../../../ports/candidate-index.ts';
import { closestTokens } from '../../store-kit/closest-tokens.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepareArrays } from '../connection/prepare.ts';
import type { Steps } from '../threads/thread-jobs.ts';

const findTokens = `SELECT tokens FROM memory JOIN memory_token USING (seq)
  WHERE owner = ? AND id = ? AND memory_token.embedder = (SELECT number FROM embedder WHERE id = ?)`;

/** Reads the token vectors of memories and compares them with those of a query. */
export function createTokenReads(db: DatabaseSync) {
  return {
    *closestTokens(query: ClosestTokensQuery): Steps<(Float32Array | null)[]> {
      const { accountId, embedderId, ids } = query;
      const account = findAccountNumber(db, accountId);
      if (account === undefined) return ids.map(() => null);
      return yield* closestTokens(query, readTokens(account, embedderId, ids));
    },
  };

  function* readTokens(account: number, embedderId: string, ids: readonly string[]): Generator<Int8Array | null> {
    const find = prepareArrays<[tokens: Uint8Array]>(db, findTokens);
    for (const id of ids) {
      const [tokens] = find.get(account, id, embedderId) ?? [];
      yield tokens ? new Int8Array(tokens.buffer, tokens.byteOffset, tokens.length) : null;
    }
  }
}
