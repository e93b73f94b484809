import { ExtractorError } from '../../ports/extractor.ts';
import type { Change, Claim, Commit } from '../../ports/memory-store.ts';
import { type FallbackReason, withFallbackReason } from '../memories/fallback-reason.ts';
import { toMetadataIndex } from '../text/memory-index.ts';
import type { IngestContext } from './ingest-context.ts';

/** Attempts at a commit when other writers change the memories that the facts complete. */
const maxRounds = 5;

/** Extracts facts from a memory, and announces those that become memories of their own. */
export async function runExtraction(context: IngestContext, claim: Claim): Promise<void> {
  const infer = context.inferenceOf(claim);
  if (!infer) return storeRaw(context, claim, 'no_llm_configured');
  for (let round = 1; !context.run.signal.aborted; round++) {
    const commit = await infer(claim);
    if (!commit || !(await hasConflict(context, commit))) {
      context.forgetInference(claim);
      return;
    }
    if (round === maxRounds) {
      throw new ExtractorError('others keep changing what the facts would complete', { retryable: true });
    }
  }
}

/** Stores the text as it is. It is embedded next. */
export async function storeRaw(context: IngestContext, claim: Claim, reason: FallbackReason): Promise<void> {
  const { store, clock, run } = context;
  while (!run.signal.aborted) {
    const memory = await store.get(claim.accountId, claim.id);
    if (!memory) return;
    const metadata = withFallbackReason(memory.metadata, reason);
    const index = await toMetadataIndex(metadata);
    const commit: Commit = {
      accountId: claim.accountId,
      guards: [{ id: memory.id, version: memory.version }],
      changes: [{ kind: 'store_raw', claim, at: clock.now(), metadata, index }],
      traceParent: claim.traceParent,
    };
    if (!(await hasConflict(context, commit))) return;
  }
}

/**
 * Commits the result of an extraction, unless the claim has lapsed.
 * @returns whether another memory that the result relies on changed or went, so that nothing was written
 */
async function hasConflict({ commit: write, events, queue }: IngestContext, commit: Commit): Promise<boolean> {
  const { kind } = await write(commit);
  if (kind !== 'written') return kind !== 'lapsed';
  for (const change of commit.changes) {
    if (change.kind === 'archive') events.completed(change.claim.id, null);
    else queue.announce(changedId(change));
  }
  return false;
}

function changedId(change: Change): string {
  if (change.kind === 'insert') return change.memory.id;
  return 'claim' in change ? change.claim.id : change.id;
}
