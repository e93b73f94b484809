import { describe, expect, it } from 'vitest';
import { type Reranker, RerankerError } from '../../src/ports/reranker.ts';
import { failures, type StandIn } from './stand-in.ts';
import { failureOf, useRemote } from './use-remote.ts';

/** What a reranker over HTTP must do besides the contract of the port. */
export function describeRemoteReranker(
  name: string,
  { start, create }: { start(): Promise<StandIn>; create(standIn: StandIn): Reranker },
): void {
  describe(`${name} and its provider`, { timeout: 20_000 }, () => {
    const opened = useRemote(start, create);
    const failure = (maxMs = 1_300) => {
      const call = opened.remote.relevances('the secret of the garden', ['a secret', 'a garden']);
      return failureOf(RerankerError, call, { maxMs });
    };

    it.each(failures.filter((kind) => kind !== 'wrong-dimension'))(
      'fails within the second that a search waits, and repeats no text: %s',
      async (kind) => {
        opened.standIn.fail(kind);
        await failure();
      },
    );

    it.each(['unavailable', 'bad-gateway', 'reset'] as const)('gets over a single quick failure: %s', async (kind) => {
      opened.standIn.fail(kind, { times: 1 });
      expect(await opened.remote.relevances('tea', ['tea'])).toHaveLength(1);
      expect(opened.standIn.requests).toHaveLength(2);
    });

    it('leaves a provider alone that asks for it, and answers at once meanwhile', async () => {
      opened.standIn.fail('rate-limited', { retryAfterSeconds: 30 });
      await failure();
      await failure(100);
      expect(opened.standIn.requests).toHaveLength(1);
    });
  });
}
