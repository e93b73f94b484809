import { expect, it } from 'vitest';
import { splitSentences } from './to-statements.ts';

it.each([
  ['One fact. Another one! A third', ['One fact.', 'Another one!', 'A third']],
  ['Dr. Weber called. He is late.', ['Dr. Weber called.', 'He is late.']],
  ['Use a linter, e.g. Biome. Run it.', ['Use a linter, e.g. Biome.', 'Run it.']],
  ['Node 24.1.0 is out', ['Node 24.1.0 is out']],
  ['Edit server/src/main.ts. Then restart.', ['Edit server/src/main.ts.', 'Then restart.']],
  ['会議は九時です。場所は東京です。', ['会議は九時です。', '場所は東京です。']],
  ['Am 3. Mai ist frei.', ['Am 3. Mai ist frei.']],
  ['   ', []],
])('%s', (line, sentences) => expect(splitSentences(line)).toEqual(sentences));
