import { describe, expect, it } from 'vitest';
import type { RemoteEmbedderOptions } from '../../src/adapters/provider/create-remote-embedder.ts';
import { type Embedder, EmbedderError } from '../../src/ports/embedder.ts';
import { poison } from './poison.ts';
import { type Failure, failures, type StandIn } from './stand-in.ts';
import { failureOf, useRemote } from './use-remote.ts';

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
    const opened = useRemote(provider.start, (standIn) => provider.create(standIn, limits));
    const textsSent = () => opened.standIn.requests.map(({ body }) => provider.textsOf(body).length);
    const failureOfDocuments = (maxMs?: number) =>
      failureOf(EmbedderError, opened.remote.embedDocuments(['the secret', 'of the garden']), { maxMs });
    const failureOfQuery = (query = 'the secret of the garden', maxMs?: number) =>
      failureOf(EmbedderError, opened.remote.embedQuery('acct', query), { maxMs });

    it('sends no more than 96 texts at once and keeps their order', async () => {
      const texts = Array.from({ length: 200 }, (_, index) => `memory number ${index}`);
      const vectors = await opened.remote.embedDocuments(texts);
      expect(textsSent()).toEqual([96, 96, 8]);
      const [alone] = await opened.remote.embedDocuments(['memory number 150']);
      expect(vectors[150]).toEqual(alone);
    });

    it('sends the texts of calls made at the same time together', async () => {
      await Promise.all(Array.from({ length: 60 }, (_, at) => opened.remote.embedDocuments([`memory number ${at}`])));
      expect(opened.standIn.requests.length).toBeLessThanOrEqual(2);
    });

    it('asks for a query that is repeated only once', async () => {
      const ask = () => opened.remote.embedQuery('acct', 'who is Ada?');
      await Promise.all([ask(), ask()]);
      await ask();
      expect(opened.standIn.requests).toHaveLength(1);
    });

    it.each(failures)(
      'fails as an outage, in time and without repeating a text, when the provider does this: %s',
      async (kind) => {
        opened.standIn.fail(kind, { retryAfterSeconds: 0 });
        const failed = await Promise.all([failureOfDocuments(), failureOfQuery()]);
        expect(failed.map(({ retryable }) => retryable)).toEqual([true, true]);
        // A rejected key is named by its variable.
        for (const { message } of failed) {
          expect(message).not.toContain(opened.standIn.key);
          if (kind === 'unauthorized') expect(message).toContain(provider.keyVariable);
        }
      },
    );

    it.each(failures.filter((failure) => !isSetting(failure)))(
      'gets over a single failure of this kind: %s',
      async (failure) => {
        opened.standIn.fail(failure, { times: 1, retryAfterSeconds: 0 });
        expect(await opened.remote.embedDocuments(['a memory'])).toHaveLength(1);
        expect(opened.standIn.requests).toHaveLength(2);
      },
    );

    it('waits as long as the provider says when it is asked too often', async () => {
      opened.standIn.fail('rate-limited', { times: 1, retryAfterSeconds: 1 });
      await opened.remote.embedDocuments(['a memory']);
      const [first, second] = opened.standIn.requests;
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(950);
    });

    it('gives up at once, and leaves the provider alone, when it is to wait longer than there is time', async () => {
      opened.standIn.fail('rate-limited', { retryAfterSeconds: 30 });
      await failureOfDocuments(300);
      const { message } = await failureOfQuery('a query', 300);
      expect(opened.standIn.requests).toHaveLength(1);
      expect(message).toMatch(/the next attempt is in \d+ s/);
    });

    it('refuses for good a text that the provider does not take, and embeds the others', async () => {
      const texts = [['one', 'two'], [`three ${poison}`], ['four']];
      const results = await Promise.allSettled(texts.map((some) => opened.remote.embedDocuments(some)));
      const rejected = { status: 'rejected', reason: { name: 'EmbedderError', retryable: false } };
      expect(results).toMatchObject([{ status: 'fulfilled' }, rejected, { status: 'fulfilled' }]);
    });

    it('ends what is under way when it is closed', async () => {
      opened.standIn.fail('hang');
      const waiting = failureOfDocuments(1_000);
      await expect.poll(() => opened.standIn.requests.length).toBe(1);
      const startedAt = performance.now();
      await opened.remote.close();
      await waiting;
      expect(performance.now() - startedAt).toBeLessThan(200);
    });
  });
}

function isSetting(failure: Failure): boolean {
  return ['wrong-dimension', 'unauthorized', 'unknown-model'].includes(failure);
}
