import type { Clock } from '../../ports/clock.ts';
import { type Embedder, EmbedderError } from '../../ports/embedder.ts';

/**
 * Shorter than five attempts at a memory take (see `retry-schedule.ts`): that all was well is never said of the fifth
 * rejection when a setting has been wrong since the first.
 */
const keptMs = 10_000;

/**
 * Why the embedder takes nothing; undefined: it takes a text that nobody rejects. Tells a setting that is wrong, for
 * which a provider rejects every text alike, from a text that will never work.
 */
async function plainTextProblem(embedder: Embedder): Promise<EmbedderError | undefined> {
  try {
    await embedder.embedDocuments(['A plain text.']);
    return undefined;
  } catch (error) {
    if (!(error instanceof EmbedderError)) return new EmbedderError('the embedder broke', { retryable: true });
    if (error.retryable) return error;
    const message = `${error.message}, nor even a plain text: check the model and the dimensions that are configured`;
    return new EmbedderError(message, { retryable: true, cause: error.cause });
  }
}

/**
 * The same, asked once for all that are rejected within a while.
 * @param found told of each problem, once for each time it was asked
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
