import type { Extractor } from '../../../ports/extractor.ts';
import type { Identifiers } from '../../../ports/identifiers.ts';
import type { Claim, Commit } from '../../../ports/memory-store.ts';
import type { SearchServices } from '../../search/search-memories.ts';
import { collectFacts, type FactsByPart } from './collect-facts.ts';
import { decideFacts } from './decide-facts.ts';
import { findNeighbours } from './find-neighbours.ts';
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
