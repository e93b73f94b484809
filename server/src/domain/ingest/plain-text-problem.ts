import type { Clock } from '../../ports/clock.ts';
import { type Embedder, EmbedderError } from '../../ports/embedder.ts';

/**
 * A result is valid for less time than five attempts at a memory take (see `retry-schedule.ts`). Otherwise the fifth
 * rejection could rely on a result from before a setting became wrong.
 */
const keptMs = 10_000;

/**
 * Embeds a text that every embedder accepts. Resolves to the problem, if there is one: with a wrong setting, a provider
 * rejects every text.
 */
async function plainTextProblem(embedder: Embedder): Promise<EmbedderError | undefined> {
  try {
    await embedder.embedDocuments(['A plain text.']);
    return undefined;
  } catch (error) {
    if (!(error instanceof EmbedderError)) return new EmbedderError('the embedder failed', { retryable: true });
    if (error.retryable) return error;
    const message = `${error.message}, not even a plain text: check the configured model and dimensions`;
    return new EmbedderError(message, { retryable: true, cause: error.cause });
  }
}

/**
 * Creates a probe that checks whether the embedder rejects every text. Rejections within a short time share one call of
 * the embedder.
 * @param found - called with each problem, once for each call of the embedder
 */
export function createPlainTextProbe(
  embedder: Embedder,
  clock: Clock,
  found: (problem: EmbedderError) => void = () => {},
): () => Promise<EmbedderError | undefined> {
  let probe: Promise<EmbedderError | undefined> | undefined;
  let respondedAt = Number.POSITIVE_INFINITY;
  return () => {
    if (!probe || clock.now() - respondedAt >= keptMs) {
      respondedAt = Number.POSITIVE_INFINITY;
      probe = plainTextProblem(embedder).then((problem) => {
        respondedAt = clock.now();
        if (problem) found(problem);
        return problem;
      });
    }
    return probe;
  };
}
