import { EmbedderError } from '../../ports/embedder.ts';
import { ExtractorError } from '../../ports/extractor.ts';
import type { Claim, FailChange, Failure } from '../../ports/memory-store.ts';
import type { IngestContext } from './ingest-context.ts';
import { retryAt } from './retry-schedule.ts';
import { storeRaw } from './run-extraction.ts';

/**
 * Records a failed attempt and when the next one is due, if there is a next one. A text whose facts can not be
 * extracted is stored as it is. Resolves to the code of the failure, if one was recorded.
 */
export async function postpone(context: IngestContext, claim: Claim, error: unknown): Promise<string | undefined> {
  const { clock, random, events, startedAt } = context;
  const known = error instanceof EmbedderError || error instanceof ExtractorError ? error : undefined;
  const isOutage = known?.retryable ?? false;
  if (!known) events.stumbled(error);
  const at = retryAt({
    attempts: claim.attempts,
    rejections: claim.rejections + Number(!isOutage),
    waitingSince: Math.max(claim.pendingSince, startedAt),
    outage: isOutage,
    now: clock.now(),
    random: random(),
  });
  if (known instanceof ExtractorError && (at === null || !isOutage)) {
    context.forgetInference(claim);
    events.fellBack(claim.id, known.message);
    await storeRaw(context, claim, 'llm_failed');
    return undefined;
  }
  const detail = typeof known?.cause === 'string' ? known.cause : undefined;
  return record(context, { kind: 'fail', claim, failure: toFailure(known), rejected: !isOutage, retryAt: at }, detail);
}

/** Records that a memory failed for good, for a reason of its own. Resolves to the code of the failure. */
export function giveUp(context: IngestContext, claim: Claim, failure: Failure): Promise<string> {
  return record(context, { kind: 'fail', claim, failure, rejected: true, retryAt: null });
}

/** @param detail for the log */
async function record(
  { commit, events }: IngestContext,
  change: FailChange,
  detail?: string | undefined,
): Promise<string> {
  const { claim, failure, retryAt: at } = change;
  const { kind } = await commit({ accountId: claim.accountId, changes: [change] });
  // The memory may have changed or gone meanwhile.
  if (kind === 'written' && at === null) events.completed(claim.id, failure);
  else if (kind === 'written' && at !== null) events.postponed(claim.id, failure, at, detail);
  return failure.code;
}

/** @param error undefined: it was not foreseen */
function toFailure(error: EmbedderError | ExtractorError | undefined): Failure {
  if (!error?.retryable)
    return { code: 'embedding_failed', message: error?.message ?? 'the server broke on this text' };
  const code = error instanceof ExtractorError ? 'extractor_unavailable' : 'embedder_unavailable';
  return { code, message: error.message };
}
