import type { Extractor } from '../../../ports/extractor.ts';
import type { Memory } from '../../../ports/memory-store.ts';
import {
  type Decision,
  factsPerQuestion,
  maxKnownLength,
  toCompareFactsTask,
  toDecisions,
} from './compare-facts.v1.ts';
import type { ComparedFact } from './find-neighbours.ts';
import { generate, isUnfinished } from './generate.ts';

/** Facts and their neighbours in one question, in UTF-16 units. */
const questionLength = 24_000;

/** What to do with a fact. `text` replaces the text of the known memory. */
export type DecidedFact = { fact: string } & (
  | { action: 'add' }
  | { action: 'duplicate'; known: Memory }
  | { action: 'update'; known: Memory; text: string }
);

export async function decideFacts(extractor: Extractor, compared: readonly ComparedFact[]): Promise<DecidedFact[]> {
  const decided: DecidedFact[] = [];
  for (const some of toQuestions(compared)) decided.push(...(await decide(extractor, some)));
  return decided;
}

/** Groups facts, in their order, so that each question holds as many as fit. */
function* toQuestions(compared: readonly ComparedFact[]): Generator<ComparedFact[]> {
  let some: ComparedFact[] = [];
  let length = 0;
  for (const one of compared) {
    const more = one.neighbours.reduce((sum, { text }) => sum + Math.min(text.length, maxKnownLength), one.fact.length);
    if (some.length === factsPerQuestion || (some.length > 0 && length + more > questionLength)) {
      yield some;
      some = [];
      length = 0;
    }
    some.push(one);
    length += more;
  }
  if (some.length > 0) yield some;
}

/** When a response is cut off, the model decides half by half. */
async function decide(extractor: Extractor, compared: readonly ComparedFact[]): Promise<DecidedFact[]> {
  const known = [...new Set(compared.flatMap(({ neighbours }) => neighbours))];
  if (known.length === 0) return compared.map(({ fact }) => ({ fact, action: 'add' }));
  const comparison = { facts: compared.map(({ fact }) => fact), known: known.map(({ text }) => text) };
  let decisions: readonly Decision[];
  try {
    decisions = await generate(extractor, toCompareFactsTask(comparison), (output) => toDecisions(output, comparison));
  } catch (error) {
    if (!isUnfinished(error) || compared.length === 1) throw error;
    const middle = Math.ceil(compared.length / 2);
    const first = await decide(extractor, compared.slice(0, middle));
    return [...first, ...(await decide(extractor, compared.slice(middle)))];
  }
  return decisions.map((decision, index): DecidedFact => {
    const fact = comparison.facts[index] as string;
    if (decision.action === 'add') return { fact, action: 'add' };
    return { ...decision, fact, known: known[decision.memory - 1] as Memory };
  });
}
