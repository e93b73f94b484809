import { EmbedderError } from '../../ports/embedder.ts';
import type { Claim } from '../../ports/memory-store.ts';
import { toEntities } from '../text/entities.ts';
import type { IngestContext } from './ingest-context.ts';
import { giveUp, postpone } from './record-failure.ts';
import { runExtraction } from './run-extraction.ts';
import { toVectors } from './to-vectors.ts';

/** A memory is given up when it was under way in this many crashes. */
const maxCrashes = 6;

/** Makes an attempt at a claimed memory. Resolves to the code of the failure, if there was one. */
export async function processClaim(context: IngestContext, claim: Claim): Promise<string | undefined> {
  const { signal } = context.run;
  try {
    if (claim.crashCount >= maxCrashes) return await giveUp(context, claim, crashFailure(claim));
    await (claim.infer ? runExtraction(context, claim) : embed(context, claim));
    return undefined;
  } catch (error) {
    // A search goes on without its vector, so a comparison of facts reports a rejection as an outage.
    const isPoisonCandidate = error instanceof EmbedderError && (claim.infer || !error.retryable);
    const problem = isPoisonCandidate && !signal.aborted ? await context.problemWithAll() : undefined;
    return signal.aborted ? undefined : await postpone(context, claim, problem ?? error);
  }
}

async function embed({ embedder, commitResult, events }: IngestContext, claim: Claim): Promise<void> {
  const vectors = await toVectors(embedder, claim);
  const entities = await toEntities(claim.text);
  const { kind } = await commitResult({
    accountId: claim.accountId,
    changes: [{ kind: 'complete', claim, embedderId: embedder.id, vectors, entities }],
  });
  if (kind === 'written') events.completed(claim.id, null);
}

function crashFailure({ crashCount }: Claim) {
  return {
    code: 'embedder_crashed',
    message: `The server ended ${crashCount} times while it was working on this memory. Shorten or change its text, or retry.`,
  };
}
