import type { Extractor } from '../../../ports/extractor.ts';
import type { Identifiers } from '../../../ports/identifiers.ts';
import type { Claim, Commit, Memory } from '../../../ports/memory-store.ts';
import type { SearchServices } from '../../search/search-memories.ts';
import { toChunks } from '../../text/chunk.ts';
import { decideFacts, findNeighbours } from './decide-facts.ts';
import { toExtractFactsTask, toFacts } from './extract-facts.v1.ts';
import { generate, isUnfinished, withoutSecrets } from './generate.ts';
import { toExtractionCommit } from './to-extraction-commit.ts';

/**
 * Extracts the facts of a claimed memory and compares them with the memories that exist. The commit that results is
 * written only while no memory that it relies on has changed. Undefined: the memory is gone.
 * @throws {ExtractorError} when the model does not respond, or its responses do not match the task
 * @throws {EmbedderError} when facts can not be compared by meaning
 */
export type Infer = (claim: Claim) => Promise<Commit | undefined>;

/**
 * Starts the inference of a memory. While its text stays the same, the model reads each part of the text once, however
 * often the inference is repeated.
 */
export function startInference(services: SearchServices & { extractor: Extractor; identifiers: Identifiers }): Infer {
  const { store, extractor, clock, identifiers } = services;
  const known: FactsByPart = new Map();
  return async (claim) => {
    const written = await store.get(claim.accountId, claim.id);
    if (!written) return undefined;
    const facts = await collectFacts(extractor, written, known);
    const decided = await decideFacts(extractor, await findNeighbours(services, written, facts));
    return toExtractionCommit(identifiers, { claim, written, at: clock.now() }, decided);
  };
}

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
async function collectFacts(extractor: Extractor, memory: Memory, known: FactsByPart): Promise<string[]> {
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
