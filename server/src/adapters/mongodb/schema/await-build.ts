import { withTimeout } from '../../../lib/with-timeout.ts';
import { MongodbError } from '../connection/mongo-errors.ts';

export interface BuildOptions {
  /** The maximum time until an index is ready. @default 5 minutes */
  limitMs?: number;
  onProgress?(message: string): void;
}

export const pollMs = 500;
const progressMs = 5_000;

/**
 * Waits for the build of indexes.
 * @param build stops when its signal is aborted
 * @param state describes them while they are built, and after the limit
 * @throws {MongodbError} when it takes longer than the limit
 */
export async function awaitBuild(
  subject: string,
  build: (over: AbortSignal) => Promise<void>,
  state: { present(seconds: number): string; late(): string },
  { limitMs = 5 * 60_000, onProgress = () => {} }: BuildOptions,
): Promise<void> {
  const over = new AbortController();
  const startedAt = Date.now();
  const progress = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    onProgress(`waiting for ${subject}: ${state.present(seconds)}`);
  }, progressMs);
  try {
    await withTimeout(
      limitMs,
      () => build(over.signal),
      () => {
        throw new MongodbError(
          `T${subject.slice(1)} ${state.late()} after ${Math.round(limitMs / 1_000)} s. The build continues: run mnema migrate, which waits longer, then start again.`,
        );
      },
    );
  } finally {
    clearInterval(progress);
    over.abort();
  }
}
