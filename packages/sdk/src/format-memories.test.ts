import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatMemories } from './format-memories.ts';

interface Case {
  name: string;
  memories: string[];
  maxCharacters?: number;
  text?: string;
  error?: string;
}

const shared = new URL('../../../conformance/format-memories.json', import.meta.url);
const cases: Case[] = JSON.parse(readFileSync(shared, 'utf8')).cases;

describe('formatMemories', () => {
  it.each(cases)('$name', ({ memories, maxCharacters, text, error }) => {
    const format = () =>
      formatMemories(
        memories.map((memory) => ({ memory })),
        maxCharacters === undefined ? {} : { maxCharacters },
      );
    if (error === undefined) expect(format()).toBe(text);
    else expect(format).toThrow(expect.objectContaining({ code: error }));
  });

  it('has one line for each memory, whatever character it holds', () => {
    const memories = Array.from({ length: 0x3100 }, (_, code) => ({ memory: `a${String.fromCharCode(code)}b` }));
    expect(formatMemories(memories).split(/[\n\r\v\f\u0085\u2028\u2029]/)).toHaveLength(memories.length);
  });
});
