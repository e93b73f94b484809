import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embedder } from './embedder.ts';
import { EmbedderError } from './embedder.ts';

const texts = [
  'Caroline adopted a puppy from the shelter in May.',
  'The quarterly invoice for the Hamburg office is overdue.',
  'ok',
  'My sister is allergic to peanuts, so we always bring our own snacks when the family meets for a picnic.',
  'Deploys to production are frozen until the release branch has been tagged.',
];

/** The contract that every {@link Embedder} fulfils. */
export function describeEmbedder(name: string, create: () => Promise<Embedder>): void {
  describe(name, { timeout: 60_000 }, () => {
    let embedder: Embedder;

    beforeAll(async () => {
      embedder = await create();
    }, 60_000);

    afterAll(() => embedder.close());

    it('returns one finite unit vector with the stated dimensions for each text, for all accounts the same', async () => {
      const vectors = await embedder.embedDocuments(texts);
      const [first, second] = await Promise.all(['ana', 'bo'].map((id) => embedder.embedQuery(id, 'who is Caroline?')));
      expect(cosine(first, second)).toBeGreaterThan(0.99);
      expect(vectors).toHaveLength(texts.length);
      for (const vector of [...vectors, await embedder.embedQuery('acct', 'who has a dog?')])
        expectUnitVector(embedder, vector);
    });

    it('keeps the order of the texts, and embeds a text alike alone, at once with others and among them', async () => {
      const together = await embedder.embedDocuments(texts);
      const reversed = (await embedder.embedDocuments(texts.toReversed())).toReversed();
      const separate = await Promise.all(texts.map((text) => embedder.embedDocuments([text])));
      for (const [index, [alone]] of separate.entries()) {
        expect(cosine(alone, together[index])).toBeGreaterThan(0.99);
        expect(cosine(alone, reversed[index])).toBeGreaterThan(0.99);
      }
      expect(await embedder.embedDocuments([])).toEqual([]);
    });

    it('returns the same vectors with those of tokens, if it has them, which fit the same word in another text', async () => {
      if (!embedder.tokens) return;
      const { dimensions, scale, embedDocuments, embedQuery } = embedder.tokens;
      const [first, second] = await embedDocuments(texts);
      expect(cosine(first?.vector, (await embedder.embedDocuments(texts))[0])).toBeGreaterThan(0.99);
      const query = await embedQuery('acct', 'Who adopted the puppy?');
      expect(cosine(query.vector, await embedder.embedQuery('acct', 'Who adopted the puppy?'))).toBeGreaterThan(0.99);
      expect(query.words).toEqual(['adopted', 'puppy']);
      expect(query.tokens).toHaveLength(2 * dimensions);
      const rowsOf = (tokens: Int8Array = new Int8Array()) =>
        Array.from({ length: tokens.length / dimensions }, (_, at) =>
          tokens.slice(at * dimensions, (at + 1) * dimensions),
        );
      const best = (tokens?: Int8Array) => {
        const products = rowsOf(tokens).map((row) =>
          row.reduce((sum, x, at) => sum + x * (query.tokens[at] as number), 0),
        );
        return Math.max(...products) * scale ** 2;
      };
      for (const row of rowsOf(first?.tokens)) expect(Math.hypot(...row) * scale).toBeCloseTo(1, 1);
      expect(best(first?.tokens)).toBeGreaterThan(best(second?.tokens) + 0.2);
    });

    it('embeds a query before an older backlog of documents', async () => {
      const order: string[] = [];
      const backlog = Array.from({ length: 96 }, (_, index) => `Note ${index}: the gardener came on day ${index}.`);
      const documents = embedder.embedDocuments(backlog).then(() => order.push('documents'));
      const query = embedder.embedQuery('acct', 'when did the gardener come?').then(() => order.push('query'));
      await Promise.all([documents, query]);
      expect(order).toEqual(['query', 'documents']);
    });

    it.each([
      ['empty', ''],
      ['blank', ' \n\t '],
      ['very long', 'We talked about the plan for the summer house again. '.repeat(2_000)],
      ['one endless word', 'a'.repeat(100_000)],
      ['many long words', `${'x'.repeat(90)} `.repeat(1_000)],
      ['emoji', '👩‍👩‍👧‍👦🎉🎉🎉'.repeat(20)],
      ['Chinese', '我妹妹对花生过敏。'.repeat(200)],
      ['right to left', 'مرحبا بالعالم'],
      ['NUL and lone surrogates', 'a\0b\ud800c\udc00'],
      ['special tokens of the model', '[CLS] [SEP] [MASK] [PAD] [UNK]'],
    ])('accepts %s text, as a document and as a query', async (_, text) => {
      const [vector] = await embedder.embedDocuments([text]);
      expectUnitVector(embedder, vector);
      expectUnitVector(embedder, await embedder.embedQuery('acct', text));
    });

    it('returns a vector that a caller may change without harm to others', async () => {
      const first = await embedder.embedQuery('acct', 'a shared question');
      const [expected] = first;
      first.fill(0);
      expect((await embedder.embedQuery('acct', 'a shared question'))[0]).toBeCloseTo(expected ?? Number.NaN, 3);
    });

    it('rejects waiting and later calls with EmbedderError when it is closed', async () => {
      const closing = await create();
      const waiting = closing.embedDocuments(texts);
      const rejected = expect(waiting).rejects.toBeInstanceOf(EmbedderError);
      await closing.close();
      await rejected;
      await expect(closing.embedQuery('acct', 'late')).rejects.toBeInstanceOf(EmbedderError);
      await expect(closing.embedDocuments(['late'])).rejects.toBeInstanceOf(EmbedderError);
      await expect(closing.embedDocuments([])).rejects.toBeInstanceOf(EmbedderError);
      await closing.close();
    });
  });
}

function expectUnitVector(embedder: Embedder, vector: Float32Array | undefined): void {
  expect(vector).toBeInstanceOf(Float32Array);
  expect(vector).toHaveLength(embedder.dimensions);
  expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 3);
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return Number.NaN;
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? Number.NaN), 0);
}
