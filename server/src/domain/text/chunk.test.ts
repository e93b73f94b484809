import { expect, it } from 'vitest';
import { loopIterationsDuring } from '../../../test/loop-iterations-during.ts';
import { createRandom } from '../../../test/process/random.ts';
import type { Message } from '../../ports/memory.ts';
import { toChunks } from './chunk.ts';
import { toText } from './joined-text.ts';

const plain = (text: string) => toChunks({ accountId: 'acct', text, messages: null });
const chunksOfMessages = (messages: Message[]) => toChunks({ accountId: 'acct', text: toText(messages), messages });
const bare = (text: string) => text.replace(/\s+/g, '');

it('leaves a short text as it is, and gives no chunk for a blank one', async () => {
  expect(await plain(' one\n\ntwo ')).toEqual([' one\n\ntwo ']);
  expect(await plain('x'.repeat(800))).toHaveLength(1);
  expect(await plain('x'.repeat(801))).toHaveLength(2);
  for (const blank of ['', ' \n'.repeat(2000)]) expect(await plain(blank)).toEqual([]);
});

it('cuts between paragraphs before sentences', async () => {
  const first = `${'One two three four. '.repeat(25)}End of the first.`;
  const chunks = await plain(`${first}\n\n${'Five six seven eight. '.repeat(25)}`);
  expect(chunks[0]).toBe(first);
  expect(chunks[1]).toMatch(/^End of the first\.\n\nFive/);
});

it('cuts between sentences and repeats the last one', async () => {
  const sentences = Array.from({ length: 60 }, (_, index) => `This is sentence number ${index} of the story.`);
  const chunks = await plain(sentences.join(' '));
  for (const [index, chunk] of chunks.entries()) {
    expect(chunk).toMatch(/^This is .* story\.$/);
    const last = chunk.slice(chunk.lastIndexOf('This is'));
    if (index + 1 < chunks.length) expect(chunks[index + 1]?.startsWith(last)).toBe(true);
  }
});

it('cuts between words where there are no sentences', async () => {
  const chunks = await plain('alpha beta gamma '.repeat(200));
  for (const word of chunks.flatMap((chunk) => chunk.split(/\s+/))) expect(word).toMatch(/^(?:alpha|beta|gamma)$/);
});

it('cuts what has no border, but never a character in two', async () => {
  for (const text of ['x'.repeat(5000), '𐐨'.repeat(3000), `a${'😀'.repeat(3000)}`, '👨‍👩‍👧‍👦'.repeat(700)]) {
    const chunks = await toChunks({ accountId: 'acct', text, messages: null }, { overlapLength: 0 });
    expect(chunks.join('')).toBe(text);
    for (const chunk of chunks) expect(chunk.isWellFormed()).toBe(true);
  }
});

it('makes chunks shorter in scripts that take more tokens', async () => {
  const longest = async (text: string) => Math.max(...(await plain(text.repeat(100))).map((chunk) => chunk.length));
  expect(await longest('I went to the park with my brother. ')).toBeLessThanOrEqual(800);
  for (const text of [
    '我昨天在上海的咖啡店遇见了张伟。',
    '昨日、東京でコーヒーを飲みました。',
    'ฉันชอบกินข้าวผัดที่ร้านใกล้บ้าน',
  ]) {
    expect(await longest(text)).toBeLessThanOrEqual(250);
    expect(await longest(text)).toBeGreaterThan(100);
  }
});

it('cuts between messages, also when the next message would fill a chunk alone', async () => {
  const chunks = await chunksOfMessages([
    { role: 'user', content: 'What did you do in the holidays? Tell me.' },
    { role: 'assistant', content: 'I read a book and slept. '.repeat(30) },
    { role: 'user', content: 'And then? '.repeat(20) },
  ]);
  expect(chunks).toHaveLength(3);
  expect(chunks[0]).toBe('user: What did you do in the holidays? Tell me.');
  expect(chunks[1]).toMatch(/^user: Tell me\.\nassistant: I read/);
  expect(chunks[2]).toMatch(/^assistant: I read a book and slept\.\s+user: And then/);
});

it('repeats the speaker where a chunk begins inside a message', async () => {
  const chunks = await chunksOfMessages([
    { role: 'user', name: 'Dr. Who', content: 'I saw the blue box again today. '.repeat(80) },
  ]);
  expect(chunks.length).toBeGreaterThan(2);
  for (const chunk of chunks) expect(chunk).toMatch(/^Dr\. Who: I saw the blue box/);
  for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(800);
});

it('ignores messages that are not those of the text', async () => {
  const text = 'Quite another text. '.repeat(100);
  expect(await toChunks({ accountId: 'acct', text, messages: [{ role: 'user', content: 'Hi' }] })).toEqual(
    await plain(text),
  );
});

it('pauses for the event loop while it cuts a long text', async () => {
  expect(await loopIterationsDuring(() => plain('昨天在上海的咖啡店'.repeat(11_000)))).toBeGreaterThan(30);
  expect(await loopIterationsDuring(() => plain('昨天在上海的咖啡店'.repeat(100)))).toBeLessThan(2);
});

it('loses no text, and makes no empty and no overlong chunk of random texts', async () => {
  const { below } = createRandom(11);
  const pick = <T>(from: readonly T[]) => from[below(from.length)] as T;
  const pieces = [
    ...['word', ' ', '. ', '\n', '\n\n', '! ', '。', '我昨天', 'ข้าวผัด', '😀', 'e\u0301', 'Вчера ', '1.', ': '],
    'x'.repeat(90),
    '\t',
  ];
  const randomText = (max: number) => Array.from({ length: below(max) }, () => pick(pieces)).join('');
  for (let round = 0; round < 150; round++) {
    const text = randomText(900);
    const parts = await toChunks({ accountId: 'acct', text, messages: null }, { overlapLength: 0 });
    expect(bare(parts.join(''))).toBe(bare(text));

    const speakers = round % 2 === 0 ? ['§'] : ['Anna', 'Dr. Who', 'n'.repeat(500)];
    const one = (): Message => ({ role: 'user', name: pick(speakers), content: randomText(400) });
    const messages = Array.from({ length: 5 }, one);
    for (const chunk of [...(await plain(text)), ...(await chunksOfMessages(messages))]) {
      expect(chunk.trim()).not.toBe('');
      expect(chunk.length).toBeLessThanOrEqual(800);
      expect(chunk.isWellFormed()).toBe(true);
    }
    if (round % 2 === 0) {
      const unlabelled = (await toChunks({ accountId: 'acct', text: toText(messages), messages }, { overlapLength: 0 }))
        .map(bare)
        .join('');
      expect(unlabelled.replaceAll('§:', '')).toBe(bare(messages.map(({ content }) => content).join('')));
    }
  }
});
