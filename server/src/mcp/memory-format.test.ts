import { describe, expect, it } from 'vitest';
import { checkFormat } from './memory-format.ts';

const good = `Deployment of the shop (production):
1) Releases go out on Tuesdays.
   a. Node 24.7, see docs/release.md
2) Roll back with make rollback -- --to v1.2.3

Remarks:
1) CPU load stays >= 30 % and < 80 %; 2 ** 8 = 256.
Scope: shop only`;

const rulesOf = (text: string) => checkFormat(text).warnings.map(({ rule }) => rule);

describe('the format of a memory', () => {
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
    ['quote', 'Deployment:\n> on Tuesdays', 'Deployment:\non Tuesdays'],
    ['code_fence', 'Deployment:\n```sh\nmake deploy\n```', 'Deployment:\nmake deploy'],
  ])('warns of %s and corrects it', (rule, text, fixed) => {
    expect(checkFormat(text)).toMatchObject({ warnings: [{ rule }], fixed });
  });

  it('warns beyond 2,000 characters, counted as people count them, and has no correction for that', () => {
    const text = (length: number) => `Topic:\n${'😀'.repeat(length - 7)}`;
    expect(checkFormat(text(2_000))).toEqual({ warnings: [], fixed: null });
    expect(checkFormat(text(2_001))).toMatchObject({ warnings: [{ rule: 'length' }], fixed: null });
  });

  it('restarts the numbers in each section', () => {
    expect(checkFormat('Topic:\n- a\n- b\n\nRemarks:\n- c').fixed).toBe('Topic:\n1) a\n2) b\n\nRemarks:\n1) c');
  });

  it.each([
    '**Deployment**\n\n> - on Tuesdays\n> 1. from main\n```\n- x\n```',
    '- a\n- b',
    '1. a\n   - b\n   - c\n2. d',
    '> > quoted twice\n* **bold** bullet',
    '```\ncode only\n```',
    '# Heading\ntext',
    '\n\n- after empty lines',
    '1) a\n2) b',
  ])('corrects to a text without warnings: %j', (text) => {
    const { fixed } = checkFormat(text);
    expect(fixed).not.toBeNull();
    expect(rulesOf(fixed ?? '')).toEqual([]);
  });

  it('keeps every word of the text', () => {
    const text = '**Ada** said:\n> use `npm start`\n1. Node 24.7 at https://example.com/a-b_c\n- __init__.py and a*b';
    const words = (from: string) => from.match(/[\p{L}\p{N}_./:-]{2,}/gu)?.filter((word) => /\p{L}/u.test(word));
    expect(words(checkFormat(text).fixed ?? '')).toEqual(words(text.replaceAll('**', '')));
  });

  it('takes no longer for a text that is made to be slow', () => {
    for (const part of ['**', '- ', '> ', '* *', '1. ', '```', ' ', '**a ']) {
      const startedAt = performance.now();
      checkFormat(part.repeat(100_000 / part.length));
      expect(performance.now() - startedAt, JSON.stringify(part)).toBeLessThan(1_000);
    }
  });
});
