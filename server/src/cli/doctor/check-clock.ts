import { type Finding, ok, problem } from '../../lib/finding.ts';

/** The program was written then: no clock that is right shows an earlier time. */
const written = Date.UTC(2026, 0, 1);
/** Clocks are set back a little now and then. */
const toleratedMs = 1_000;

/** Both in milliseconds since the epoch. @param newestMemoryAt - null when there is none, or none can be read */
export function checkClock({ now, newestMemoryAt }: { now: number; newestMemoryAt: number | null }): Finding {
  const fix = 'set the clock, for example by NTP: quotas, expiry and the order of memories follow it';
  const time = new Date(now).toISOString();
  if (now < written) return problem(`${time} is before this program was written`, fix);
  if (newestMemoryAt === null || now + toleratedMs >= newestMemoryAt) return ok(time);
  const behind = Math.ceil((newestMemoryAt - now) / 1_000);
  return problem(
    `${time} is ${behind} s behind the newest memory in the store (${new Date(newestMemoryAt).toISOString()})`,
    fix,
  );
}
