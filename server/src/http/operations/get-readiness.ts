import type { Handler } from '../../api/operation-types.ts';
import { HttpProblem } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Backlog } from '../../ports/memory-store.ts';

/** Anyone may ask: the disk is written to once in this time at most. */
const probedForMs = 1_000;

export function getReadinessHandler({
  store,
  sharedProblems,
  clock,
  stopping,
  ingestHealth,
  outages,
}: Pick<
  HttpServices,
  'store' | 'sharedProblems' | 'clock' | 'stopping' | 'ingestHealth' | 'outages'
>): Handler<'getReadiness'> {
  let probedAt = Number.NEGATIVE_INFINITY;
  let probed: Promise<{ problems: string[]; backlog: Backlog }> | undefined;
  const probe = async () => {
    const problems = await store.probe();
    return { problems, backlog: await store.backlog() };
  };
  return async () => {
    if (stopping()) throw new HttpProblem('unavailable', 'The server is stopping.');
    const now = clock.now();
    if (!probed || Math.abs(now - probedAt) >= probedForMs) {
      probedAt = now;
      probed = probe();
    }
    const { problems, backlog } = await probed;
    const reasons = [...problems, ...sharedProblems(), ...outages.reasons(), ...ingestHealth.reasons(backlog)];
    return { status: 200, body: { status: reasons.length > 0 ? 'degraded' : 'ready', reasons } };
  };
}
