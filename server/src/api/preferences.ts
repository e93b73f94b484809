import { maxWaitSeconds } from '../domain/ingest/ready-waiters.ts';

// The preferences of RFC 7240 in the header `Prefer`. A malformed one is ignored, as the RFC requires.

/** Reads `wait=N`, in seconds. */
export function preferredWaitMs(prefer: string | undefined): number {
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?(?:$|[,;\s])/i.exec(prefer ?? '')?.[1];
  return 1_000 * Math.min(maxWaitSeconds, Number(seconds ?? 0));
}

/** Whether the caller sent `return=minimal`, which leaves out the body of the response. */
export function prefersMinimal(prefer: string | undefined): boolean {
  return /(?:^|[,;\s])return\s*=\s*"?minimal"?(?:$|[,;\s])/i.test(prefer ?? '');
}
