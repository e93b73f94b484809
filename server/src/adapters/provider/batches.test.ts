import { expect, it } from 'vitest';
import { createBatches } from './batches.ts';

/** Notes the requests; each is answered when the test says so. */
function createSender() {
  const requests: { texts: string[]; answer(): void }[] = [];
  const send = (texts: string[]) =>
    new Promise<Float32Array[]>((resolve) => {
      requests.push({ texts, answer: () => resolve(texts.map((text) => new Float32Array([text.length]))) });
    });
  const batches = createBatches({ maxTexts: 96, maxCharacters: 1_000, parallel: 1, send, isTextsFault: () => false });
  return { batches, requests, sizes: () => requests.map(({ texts }) => texts.length) };
}
const many = (count: number, text: string) => Array.from({ length: count }, () => text);

it('sends what is alone at once, and what comes while that is under way together', async () => {
  const { batches, requests, sizes } = createSender();
  const alone = batches.embed(['alone']);
  await expect.poll(sizes).toEqual([1]);
  const others = Array.from({ length: 100 }, () => batches.embed(['other']));
  requests[0]?.answer();
  await alone;
  await expect.poll(sizes).toEqual([1, 96]);
  requests[1]?.answer();
  await expect.poll(sizes).toEqual([1, 96, 4]);
  requests[2]?.answer();
  await Promise.all(others);
});

it('lets a call of one text into the next request, however many texts wait before it', async () => {
  const { batches, requests, sizes } = createSender();
  const long = batches.embed(many(250, 'long'));
  await expect.poll(sizes).toEqual([96]);
  const short = batches.embed(['short']);
  requests[0]?.answer();
  await expect.poll(sizes).toEqual([96, 96]);
  expect(requests[1]?.texts).toContain('short');
  requests[1]?.answer();
  await short;
  await expect.poll(sizes).toEqual([96, 96, 59]);
  requests[2]?.answer();
  expect(await long).toEqual(many(250, 'long').map(() => new Float32Array([4])));
});

it('keeps a request within its characters, and sends a text beyond them by itself', async () => {
  const { batches, requests } = createSender();
  const all = batches.embed([...many(3, 'x'.repeat(400)), 'y'.repeat(3_000), 'z']);
  const lengths = () => requests.map(({ texts }) => texts.map((text) => text.length));
  await expect.poll(lengths).toEqual([[400, 400]]);
  requests[0]?.answer();
  await expect.poll(lengths).toEqual([[400, 400], [400]]);
  requests[1]?.answer();
  await expect.poll(lengths).toEqual([[400, 400], [400], [3_000]]);
  requests[2]?.answer();
  await expect.poll(lengths).toEqual([[400, 400], [400], [3_000], [1]]);
  requests[3]?.answer();
  expect(await all).toHaveLength(5);
});
