import { expect, it } from 'vitest';
import { createRandom } from '../../test/process/random.ts';
import { checkFormat } from './memory-format.ts';

const good = `Deployment of the shop (production):
1) Releases go out on Tuesdays.
   a. Node 24.7, see docs/release.md
2) Roll back with make rollback -- --to v1.2.3

Remarks:
1) CPU load stays >= 30 % and < 80 %; 2 ** 8 = 256.
Scope: shop only`;

const rulesOf = (text: string) => checkFormat(text).warnings.map(({ rule }) => rule);

it('gives no warning for a text in the format', () => {
  expect(checkFormat(good)).toEqual({ warnings: [], fixed: null });
});

it('accepts the full-width colon of Chinese text', () => {
  expect(rulesOf('部署（生产环境）：\n1) 每周二发布')).toEqual([]);
});

it.each([
  ['topic_line', 'Releases go out on Tuesdays.', 'Note:\n1) Releases go out on Tuesdays.'],
  ['topic_line', 'Deployment\n1) on Tuesdays', 'Deployment:\n1) on Tuesdays'],
  [
    'bullets',
    'Deployment:\n- on Tuesdays\n  - never on Fridays\n* from main',
    'Deployment:\n1) on Tuesdays\n   a. never on Fridays\n2) from main',
  ],
  ['ordered_list', 'Deployment:\n1. on Tuesdays\n2. from main', 'Deployment:\n1) on Tuesdays\n2) from main'],
  ['bold', 'Deployment:\n1) on **Tuesdays**', 'Deployment:\n1) on Tuesdays'],
  ['numbered_items', 'Deployment:\non Tuesdays\nfrom main', 'Deployment:\n1) on Tuesdays\n2) from main'],
  ['numbered_items', 'Deployment:\n1) on Tuesdays\n1) from main', 'Deployment:\n1) on Tuesdays\n2) from main'],
  ['quote', 'Deployment:\n> on Tuesdays', 'Deployment:\n1) on Tuesdays'],
  ['code_fence', 'Deployment:\n```sh\nmake deploy\n```', 'Deployment:\n1) make deploy'],
])('warns of %s and corrects it', (rule, text, fixed) => {
  expect(checkFormat(text)).toMatchObject({ warnings: [{ rule }], fixed });
});

it('warns beyond 2,000 characters, counted as people count them, and has no correction for that', () => {
  const text = (length: number) => `Topic:\n1) ${'😀'.repeat(length - 10)}`;
  expect(checkFormat(text(2_000))).toEqual({ warnings: [], fixed: null });
  expect(checkFormat(text(2_001))).toMatchObject({ warnings: [{ rule: 'length' }], fixed: null });
});

it('restarts the numbers in each section', () => {
  expect(checkFormat('Topic:\n- a\n- b\n\nRemarks:\n- c').fixed).toBe('Topic:\n1) a\n2) b\n\nRemarks:\n1) c');
});

it.each([
  ['continues numbers that are there', 'Topic:\n1) a\n- b\n2) c', 'Topic:\n1) a\n2) b\n3) c'],
  ['continues letters that are there', 'Topic:\n- a\n   a. b\n   - c', 'Topic:\n1) a\n   a. b\n   b. c'],
  ['counts on across empty lines', 'Topic:\n- a\n\n- b\n\nc', 'Topic:\n1) a\n\n2) b\n\n3) c'],
  ['keeps a list that goes on in the next section', 'A:\n1) x\n2) **y**\n\nB:\n3) z', 'A:\n1) x\n2) y\n\nB:\n3) z'],
  ['puts an empty line before a section', 'Topic:\n- a\nRemarks:\n- b', 'Topic:\n1) a\n\nRemarks:\n1) b'],
  ['makes headings sections', '# Topic\n- a\n## Remarks\nb', 'Topic:\n1) a\n\nRemarks:\n1) b'],
  ['numbers the lines of a conversation', 'Ada: hi\nBo: tea?', 'Note:\n1) Ada: hi\n2) Bo: tea?'],
  ['keeps a label at the end', 'Topic:\n- a\nScope: shop only', 'Topic:\n1) a\nScope: shop only'],
  ['keeps code with its item', 'Topic:\n- Run\n```\nmake a\n  b\n```', 'Topic:\n1) Run\n   make a\n     b'],
  ['keeps the words beside a fence', 'Topic:\n```make a```\n```', 'Topic:\n1) make a'],
  ['keeps a date that looks like a number', 'Topic:\n15. August\n- b', 'Topic:\n1) 15. August\n2) b'],
  ['keeps asterisks that are operators', 'Topic:\n- f(**a, **b)\n- 2**8**2', 'Topic:\n1) f(**a, **b)\n2) 2**8**2'],
  ['takes nested marks away', 'Topic:\n**> a**\n> **b**', 'Topic:\n1) a\n2) b'],
  ['takes the line breaks of Windows', 'Topic:\r\n- a\r\n- b', 'Topic:\n1) a\n2) b'],
])('%s in a corrected text', (_what, text, fixed) => expect(checkFormat(text).fixed).toBe(fixed));

it('has no correction that would be too long itself', () => {
  expect(checkFormat('x'.repeat(1_995))).toMatchObject({ warnings: [{ rule: 'topic_line' }], fixed: null });
});

it('corrects any text to one that obeys every rule and has the same words', () => {
  let corrected = 0;
  for (let seed = 1; seed <= 3_000; seed += 1) {
    const { text, words } = randomText(seed);
    const { warnings, fixed } = checkFormat(text);
    expect(warnings.length === 0, text).toBe(fixed === null);
    if (fixed === null) continue;
    corrected += 1;
    expect(checkFormat(fixed), `${text}\n=>\n${fixed}`).toEqual({ warnings: [], fixed: null });
    expect(brokenRule(fixed), `${text}\n=>\n${fixed}`).toBeUndefined();
    expect(wordsOf(fixed), `${text}\n=>\n${fixed}`).toEqual(words);
  }
  expect(corrected).toBeGreaterThan(2_500);
});

it('takes no longer for a text that is made to be slow', () => {
  for (const part of ['**', '- ', '> ', '* *', '1. ', '```', ' ', '**a ']) {
    const startedAt = performance.now();
    checkFormat(part.repeat(100_000 / part.length));
    expect(performance.now() - startedAt, JSON.stringify(part)).toBeLessThan(1_000);
  }
});

const wordsOf = (text: string) => text.match(/w\d+\S*w/g) ?? [];

/** Makes a text of lines with all kinds of marks. Its words differ from each other, and some hold signs. */
function randomText(seed: number): { text: string; words: string[] } {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[random.below(items.length)] as Item;
  const words: string[] = [];
  const word = () => {
    words.push(`w${words.length}${pick(['', '', '.', '-', '>=', '*', '/', ':', ')', '`', '**2'])}w`);
    return words.at(-1) as string;
  };
  const phrase = () =>
    Array.from({ length: 1 + random.below(3) }, () => pick([word, word, () => `**${word()}**`])()).join(' ');
  const mark = () =>
    pick(['', '', '- ', '* ', '• ', '1. ', '2. ', '17. ', '1) ', '2) ', '9)', 'a. ', 'b. ', '## ', '> ', '> - ']);
  const line = () => {
    const start = `${pick(['', '', '', '   ', '  ', '\t', ' '])}${mark()}`;
    return `${start}${phrase()}${pick(['', '', '', ':', '.', ': '])}`;
  };
  const lines = Array.from({ length: 1 + random.below(9) }, () =>
    pick([line, line, line, line, () => '', () => '```', () => '---', () => '```sh'])(),
  );
  if (words.length === 0) lines.push(phrase());
  return { text: `${pick(['', '', 'Topic:\n'])}${lines.join('\n')}`, words };
}

/** Returns the line that breaks a rule, found without the code under test. */
function brokenRule(text: string): string | undefined {
  const [topic = '', ...lines] = text.split('\n');
  if (!/^\S.*:$/.test(topic)) return topic;
  let number = 0;
  return lines.find((line, at) => {
    if (
      /^\s*(?:[-*•]\s|\d+\.\s|>(?!=)|```|~~~)/.test(line) ||
      /(?<![\w*])\*\*[^\s*](?:[^*]|\*(?!\*))*[^\s*]\*\*(?![\w*])/.test(line)
    )
      return true;
    const item = /^ ?(\d+)\)/.exec(line)?.[1];
    if (item === undefined) {
      const isSection = (lines[at - 1] ?? 'none') === '' && /:\s*$/.test(line);
      return !(
        line.trim() === '' ||
        isSection ||
        /^(?:\s|[a-z]\. )/.test(line) ||
        (at === lines.length - 1 && /: /.test(line))
      );
    }
    const isNext = Number(item) === number + 1 || item === '1';
    number = Number(item);
    return !isNext;
  });
}
