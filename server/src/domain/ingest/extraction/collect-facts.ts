import type { Extractor } from '../../../ports/extractor.ts';
import type { Memory } from '../../../ports/memory-store.ts';
import { toChunks } from '../../text/chunk.ts';
import { toExtractFactsTask, toFacts } from './extract-facts.v1.ts';
import { generate, isUnfinished, withoutSecrets } from './generate.ts';

/** Longer texts are read part by part, so that they fit models with short windows. In Latin characters. */
const partLength = 12_000;
/** All facts of a text this short fit into one response. In UTF-16 units. */
const minPartLength = 1_500;

/** The facts of each part of a text that was read; null: they are more than fit into a response. */
export type FactsByPart = Map<string, readonly string[] | null>;

/**
 * The distinct facts of a memory.
 * @param known the parts that were read before; receives the others
 */
export async function collectFacts(extractor: Extractor, memory: Memory, known: FactsByPart): Promise<string[]> {
  const facts = new Map<string, string>();
  for (const part of await toParts(memory, partLength)) {
    for (const fact of await factsIn(extractor, part, memory.occurredAt, known)) {
      const text = await withoutSecrets(fact);
      facts.set(plain(text), facts.get(plain(text)) ?? text);
    }
  }
  return [...facts.values()];
}

/** A part with more facts than fit into a response is read piece by piece. */
async function factsIn(
  extractor: Extractor,
  part: string,
  writtenAt: number,
  known: FactsByPart,
): Promise<readonly string[]> {
  let facts = known.get(part);
  if (facts === undefined) {
    facts = await factsOrNull(extractor, part, writtenAt);
    known.set(part, facts);
  }
  if (facts !== null) return facts;
  const ofPieces = [];
  for (const piece of await toParts({ text: part, messages: null }, part.length / 2)) {
    ofPieces.push(...(await factsIn(extractor, piece, writtenAt, known)));
  }
  return ofPieces;
}

async function factsOrNull(extractor: Extractor, part: string, writtenAt: number): Promise<readonly string[] | null> {
  try {
    return await generate(extractor, toExtractFactsTask(part, writtenAt), (output) => toFacts(output, part));
  } catch (error) {
    if (isUnfinished(error) && part.length > minPartLength) return null;
    throw error;
  }
}

function toParts(memory: Pick<Memory, 'text' | 'messages'>, targetLength: number): Promise<string[]> {
  return toChunks(memory, { targetLength, overlapLength: 0 });
}

/** Facts that differ in case, blanks and final stops only are the same. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/(?<![.!])[.!]+$/, '')
    .trim();
}
