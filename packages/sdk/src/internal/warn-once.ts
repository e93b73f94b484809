import type { Logger } from '../logger.ts';
import type { ResponseWarning } from '../types.ts';

/**
 * The codes of which a warning was written: one each is enough for the whole process. A count without `confirm` is usually
 * deliberate, and its value shows that nothing was deleted.
 */
const written = new Set<unknown>(['not_confirmed']);

/** Writes the warnings of a response to the log, each code once. */
export function warnOnce(value: unknown, log: Logger, where: string): void {
  const { warnings } = (value ?? {}) as { warnings?: unknown };
  if (!Array.isArray(warnings)) return;
  for (const warning of warnings as (Partial<ResponseWarning> | null)[]) {
    if (!warning?.code || written.has(warning.code)) continue;
    written.add(warning.code);
    log.warn(`${where}: ${warning.message} (${warning.code})`);
  }
}
