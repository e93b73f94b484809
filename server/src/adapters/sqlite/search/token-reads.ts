import type { DatabaseSync } from 'node:sqlite';
import type { ClosestTokensQuery } from '../../../ports/candidate-index.ts';
import { closestTokens } from '../../store-kit/closest-tokens.ts';
import { prepareArrays } from '../connection/prepare.ts';
import { findAccountNumber } from '../records/account-names.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { tokensOf } from './statements.ts';

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
    const find = prepareArrays<[tokens: Uint8Array]>(db, tokensOf);
    for (const id of ids) {
      const [tokens] = find.get(account, id, embedderId) ?? [];
      yield tokens ? new Int8Array(tokens.buffer, tokens.byteOffset, tokens.length) : null;
    }
  }
}
