import { type Coalesced, poll } from '../../lib/coalesce.ts';
import { type SweepServices, sweepExpired } from './sweep-expired.ts';

interface SweepOptions extends SweepServices {
  onError(error: unknown): void;
}

/** Expired memories are removed within a minute, even if one sweep fails. */
const everyMs = 20_000;

/** Removes expired memories at regular intervals. */
export function startExpirySweeps({ onError, ...services }: SweepOptions): Coalesced {
  const sweeps = poll((stopping) => sweepExpired(services, stopping).then(() => undefined, onError), everyMs);
  void sweeps.run();
  return sweeps;
}
