import type { Handler } from '../operation-types.ts';
import { HttpProblem } from '../problem.ts';
import type { HttpServices } from '../services.ts';

export function getReadinessHandler({ store, stopping, ingestHealth }: HttpServices): Handler<'getReadiness'> {
  return async () => {
    if (stopping()) throw new HttpProblem('unavailable', 'The server is stopping.');
    await store.probe();
    const reasons = ingestHealth.reasons(await store.backlog());
    return { status: 200, body: { status: reasons.length > 0 ? 'degraded' : 'ready', reasons } };
  };
}
