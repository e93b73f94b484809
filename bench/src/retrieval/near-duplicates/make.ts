import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLocalEmbedder } from '../../../../server/src/adapters/local-model/create-local-embedder.ts';
import type { EvaluationSet, SetMemory, SetQuestion } from '../evaluation-set.ts';
import { type Kind, kinds, wordKinds } from './kinds.ts';
import { createRandom, distinct } from './tokens.ts';

/**
 * Makes the set `near-duplicates`: families of memories with one sentence. Only one token, an identifier or a made-up
 * word, shows which memory is meant. A family has the variants of its token that the encoder distinguishes least.
 */

const file = fileURLToPath(new URL('../../../retrieval/sets/near-duplicates.json', import.meta.url));
const seed = 18;
const familySize = 13;
const variants = 30;
/** Follows each sentence, so that the vectors of a family hardly differ. A text stays shorter than a chunk. */
const filler =
  'Apart from that there is nothing new since the last time, everybody is well, and whatever fits in neither folder goes into the grey box under the table until spring.';

/** The memories of a family whose query is the token alone, and those whose query is a question. */
const identifierPositions = { bare: [2, 11], inQuestion: [5, 8] };
const wordPositions = { bare: [2, 7, 11], inQuestion: [5, 8, 10] };

const random = createRandom(seed);
const embedder = createLocalEmbedder({ runtime: 'native' });
const memories: SetMemory[] = [];
const questions: SetQuestion[] = [];
for (const [at, kind] of [...kinds, ...wordKinds].entries()) {
  const isWord = wordKinds.includes(kind);
  for (const isRun of [false, true]) {
    const id = (member: number) => `nd${String(at + 1).padStart(2, '0')}${isRun ? 'm' : 'f'}${member + 1}`;
    const tokens = await nearTokens(kind, isRun ? kind.message : kind.fact);
    memories.push(...tokens.map((token, member) => toMemory(kind, { token, id: id(member), isRun })));
    const own = questionsOf(kind, kind.questions[Number(isRun)] as string, isWord);
    for (const { member, toQuery, ...rest } of own) {
      questions.push({ ...rest, query: toQuery(tokens[member] as string), expects: [id(member)] });
    }
  }
}
await embedder.close();
const set: EvaluationSet = {
  name: 'near-duplicates',
  kind: 'facts and messages that differ in one token',
  licence: 'CC0-1.0',
  description: 'Families of memories in which only an identifier or a made-up word differs, made by a program.',
  memories,
  questions,
};
writeFileSync(file, `${JSON.stringify(set, null, 2)}\n`);

/** Returns variants of a token whose texts have almost the same vector. */
async function nearTokens(kind: Kind, sentence: string): Promise<string[]> {
  const first = kind.make(random);
  const tokens = distinct(variants, () => random.vary(first, kind.varied));
  const vectors: Float32Array[] = [];
  for (const token of tokens) vectors.push(...(await embedder.embedDocuments([toText(sentence, token)])));
  const families = vectors.map((own) => {
    const cosines = vectors.map((other, at) => ({ at, cosine: dot(own, other) }));
    const nearest = cosines.sort((a, b) => b.cosine - a.cosine).slice(0, familySize);
    return { members: nearest.map(({ at }) => at), least: nearest.at(-1)?.cosine ?? 0 };
  });
  const best = families.reduce((best, family) => (family.least > best.least ? family : best));
  return best.members.sort((a, b) => a - b).map((at) => tokens[at] as string);
}

function questionsOf({ spellings }: Kind, question: string, isWord: boolean) {
  const category = isWord ? 'rare-word' : 'identifier';
  const { bare, inQuestion } = isWord ? wordPositions : identifierPositions;
  return [
    ...bare.map((member) => ({ category, member, toQuery: (token: string) => token })),
    ...inQuestion.map((member) => {
      return { category: `${category}-in-question`, member, toQuery: (token: string) => question.replace('{}', token) };
    }),
    ...spellings.map((spell, at) => ({ category: 'other-spelling', member: 3 * at, toQuery: spell })),
  ];
}

function toMemory(kind: Kind, { token, id, isRun }: { token: string; id: string; isRun: boolean }): SetMemory {
  if (!isRun) return { id, text: toText(kind.fact, token) };
  const message = { role: 'user', name: 'Runa', content: toText(kind.message, token) } as const;
  return { id, messages: [message], run_id: `near-duplicates ${kind.name}` };
}

function toText(sentence: string, token: string): string {
  return `${sentence.replace('{}', token)} ${filler}`;
}

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] as number), 0);
}
