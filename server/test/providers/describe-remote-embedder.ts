import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RemoteEmbedderOptions } from '../../src/adapters/provider/create-remote-embedder.ts';
import { type Embedder, EmbedderError } from '../../src/ports/embedder.ts';
import { poison } from './poison.ts';
import { type Failure, failures, type StandIn } from './stand-in.ts';

type EmbedderLimits = Required<Pick<RemoteEmbedderOptions, 'limits' | 'parallel'>>;

/** Short, so that what waits for a deadline does not wait long. */
const limits: EmbedderLimits = {
  limits: {
    documents: { maxAttempts: 2, attemptMs: 400, deadlineMs: 1_500, patienceMs: 1_200 },
    queries: { maxAttempts: 2, attemptMs: 200, deadlineMs: 600, patienceMs: 250 },
  },
  parallel: 2,
};

interface Provider {
  start(): Promise<StandIn>;
  create(standIn: StandIn, limits: EmbedderLimits): Embedder;
  // biome-ignore lint/suspicious/noExplicitAny: every provider has a body of its own
  textsOf(body: any): string[];
  keyVariable: string;
}

/** What an embedder over HTTP must do besides the contract of the port. */
export function describeRemoteEmbedder(name: string, provider: Provider): void {
  describe(`${name} and its provider`, { timeout: 20_000 }, () => {
    let standIn: StandIn;
    let embedder: Embedder;
    beforeEach(async () => {
      standIn = await provider.start();
      embedder = provider.create(standIn, limits);
    });
    afterEach(async () => {
      await embedder.close();
      await standIn.close();
    });
    const textsSent = () => standIn.requests.map(({ body }) => provider.textsOf(body).length);
    const failureOf = async (work: Promise<unknown>): Promise<EmbedderError> => {
      const error = await work.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(EmbedderError);
      return error as EmbedderError;
    };

    it('sends no more than 96 texts at once and keeps their order', async () => {
      const texts = Array.from({ length: 200 }, (_, index) => `memory number ${index}`);
      const vectors = await embedder.embedDocuments(texts);
      expect(textsSent()).toEqual([96, 96, 8]);
      const [alone] = await embedder.embedDocuments(['memory number 150']);
      expect(vectors[150]).toEqual(alone);
    });

    it('sends the texts of calls made at the same time together', async () => {
      await Promise.all(Array.from({ length: 60 }, (_, index) => embedder.embedDocuments([`memory number ${index}`])));
      expect(standIn.requests.length).toBeLessThanOrEqual(2);
    });

    it('asks for a query that is repeated only once', async () => {
      await Promise.all([embedder.embedQuery('acct', 'who is Ada?'), embedder.embedQuery('acct', 'who is Ada?')]);
      await embedder.embedQuery('acct', 'who is Ada?');
      expect(standIn.requests).toHaveLength(1);
    });

    it.each(failures)('fails as an outage, within its deadline, while the provider does this: %s', async (failure) => {
      standIn.fail(failure);
      const startedAt = performance.now();
      const [ofDocuments, ofQuery] = await Promise.all([
        failureOf(embedder.embedDocuments(['a memory', 'another'])),
        failureOf(embedder.embedQuery('acct', 'a query')),
      ]);
      expect(performance.now() - startedAt).toBeLessThan(2_500);
      expect([ofDocuments.retryable, ofQuery.retryable]).toEqual([true, true]);
    });

    it.each(failures.filter((failure) => !isSetting(failure)))(
      'gets over a single failure of this kind: %s',
      async (failure) => {
        standIn.fail(failure, { times: 1 });
        expect(await embedder.embedDocuments(['a memory'])).toHaveLength(1);
        expect(standIn.requests).toHaveLength(2);
      },
    );

    it('waits as long as the provider says when it is asked too often', async () => {
      standIn.fail('rate-limited', { times: 1, retryAfterSeconds: 1 });
      await embedder.embedDocuments(['a memory']);
      const [first, second] = standIn.requests;
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(950);
    });

    it('gives up at once, and leaves the provider alone, when it is to wait longer than there is time', async () => {
      standIn.fail('rate-limited', { retryAfterSeconds: 30 });
      const startedAt = performance.now();
      await failureOf(embedder.embedDocuments(['a memory']));
      const { message } = await failureOf(embedder.embedQuery('acct', 'a query'));
      expect(performance.now() - startedAt).toBeLessThan(300);
      expect(standIn.requests).toHaveLength(1);
      expect(message).toMatch(/the next attempt is in \d+ s/);
    });

    it('leaves a provider that keeps failing alone, and comes back when it works again', async () => {
      standIn.fail('unavailable');
      for (let round = 0; round < 4; round++) await failureOf(embedder.embedQuery('acct', `query ${round}`));
      const sentBefore = standIn.requests.length;
      expect(sentBefore).toBeLessThanOrEqual(5);
      await failureOf(embedder.embedQuery('acct', 'while the circuit is open'));
      expect(standIn.requests).toHaveLength(sentBefore);
      standIn.fail(null);
      await expect
        .poll(
          () =>
            embedder.embedQuery('acct', 'again').then(
              () => 'answered',
              () => 'refused',
            ),
          { timeout: 10_000 },
        )
        .toBe('answered');
    });

    it('says which variable holds a key that is refused, and never the key', async () => {
      standIn.fail('unauthorized');
      const { message } = await failureOf(embedder.embedDocuments(['a memory']));
      expect(message).toContain(provider.keyVariable);
      expect(message).not.toContain(standIn.key);
    });

    it('refuses for good a text that the provider does not take, and embeds the others', async () => {
      const results = await Promise.allSettled([
        embedder.embedDocuments(['one', 'two']),
        embedder.embedDocuments([`three ${poison}`]),
        embedder.embedDocuments(['four']),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      const [, rejected] = results;
      expect((rejected as PromiseRejectedResult).reason).toMatchObject({ name: 'EmbedderError', retryable: false });
    });

    it('repeats nothing of a text in an error', async () => {
      for (const failure of failures) {
        standIn.fail(failure);
        const error = await failureOf(embedder.embedDocuments(['the secret of the garden']));
        expect(`${error.message} ${JSON.stringify(error)} ${error.cause}`).not.toContain('secret');
      }
      standIn.fail(null);
    });

    it('ends what is under way when it is closed', async () => {
      standIn.fail('hang');
      const waiting = failureOf(embedder.embedDocuments(['a memory']));
      await expect.poll(() => standIn.requests.length).toBe(1);
      const startedAt = performance.now();
      await embedder.close();
      await waiting;
      expect(performance.now() - startedAt).toBeLessThan(200);
    });
  });
}

function isSetting(failure: Failure): boolean {
  return ['wrong-dimension', 'unauthorized', 'unknown-model'].includes(failure);
}
