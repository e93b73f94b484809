import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Reranker, RerankerError } from '../../src/ports/reranker.ts';
import { failures, type StandIn } from './stand-in.ts';

/** What a reranker over HTTP must do besides the contract of the port. */
export function describeRemoteReranker(
  name: string,
  provider: { start(): Promise<StandIn>; create(standIn: StandIn): Reranker },
): void {
  describe(`${name} and its provider`, { timeout: 20_000 }, () => {
    let standIn: StandIn;
    let reranker: Reranker;
    beforeEach(async () => {
      standIn = await provider.start();
      reranker = provider.create(standIn);
    });
    afterEach(async () => {
      await reranker.close();
      await standIn.close();
    });
    const failure = async (): Promise<RerankerError> => {
      const error: unknown = await reranker.relevances('the secret of the garden', ['a secret', 'a garden']).then(
        () => undefined,
        (thrown) => thrown,
      );
      expect(error).toBeInstanceOf(RerankerError);
      return error as RerankerError;
    };

    it.each(failures.filter((kind) => kind !== 'wrong-dimension'))(
      'fails within the second that a search waits, and repeats no text: %s',
      async (kind) => {
        standIn.fail(kind);
        const startedAt = performance.now();
        const error = await failure();
        expect(performance.now() - startedAt).toBeLessThan(1_300);
        expect(`${error.message} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(/secret|garden/);
      },
    );

    it.each(['unavailable', 'bad-gateway', 'reset'] as const)('gets over a single quick failure: %s', async (kind) => {
      standIn.fail(kind, { times: 1 });
      expect(await reranker.relevances('tea', ['tea'])).toHaveLength(1);
      expect(standIn.requests).toHaveLength(2);
    });

    it('leaves a provider alone that asks for it, and answers at once meanwhile', async () => {
      standIn.fail('rate-limited', { retryAfterSeconds: 30 });
      await failure();
      const startedAt = performance.now();
      await failure();
      expect(performance.now() - startedAt).toBeLessThan(100);
      expect(standIn.requests).toHaveLength(1);
    });
  });
}
