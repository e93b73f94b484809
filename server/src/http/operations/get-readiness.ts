import type { Backlog } from '../../ports/memory-store.ts';
import type { Handler } from '../operation-types.ts';
import { HttpProblem } from '../problem.ts';
import type { HttpServices } from '../services.ts';

/** Anyone may ask: the disk is written to once in this time at most. */
const probedForMs = 1_000;

export function getReadinessHandler({
  store,
  sharedProblems,
  clock,
  stopping,
  ingestHealth,
  outages,
}: HttpServices): Handler<'getReadiness'> {
  let probedAt = Number.NEGATIVE_INFINITY;
  let backlog: Promise<Backlog> | undefined;
  const probe = async () => {
    await store.probe();
    return store.backlog();
  };
  return async () => {
    if (stopping()) throw new HttpProblem('unavailable', 'The server is stopping.');
    const now = clock.now();
    if (!backlog || Math.abs(now - probedAt) >= probedForMs) {
      probedAt = now;
      backlog = probe();
    }
    const reasons = [...sharedProblems(), ...outages.reasons(), ...ingestHealth.reasons(await backlog)];
    return { status: 200, body: { status: reasons.length > 0 ? 'degraded' : 'ready', reasons } };
  };
}
