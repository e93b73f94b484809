import { isDeepStrictEqual } from 'node:util';
import type { AnyKind, Reader } from '../../ports/record-store.ts';
import { type ApiKey, apiKeys, auditEvents } from '../accounts/kinds.ts';
import { deliveries, webhooks } from '../events/kinds.ts';
import { type LoggedRequest, type RequestDay, requestDays, requests, usageMonths } from '../usage/kinds.ts';
import { deletionRule } from './copy-deletions.ts';
import type { CopyRule } from './copy-rule.ts';

const rule = <T extends AnyKind>(kind: T, how: Omit<CopyRule<T>, 'kind'>): CopyRule<T> => ({ kind, ...how });

/**
 * The rules for all kinds but memories, in the order of copying. Webhooks come before their deliveries. Keys come last,
 * so that no program uses an account before its memories exist.
 */
export const copyRules = {
  deletions: deletionRule,
  requests: rule(requests, {
    index: 'time',
    strip: (row) => ({ ...row, limitedMinute: null }),
    isKept: (original, copy) =>
      isDeepStrictEqual({ ...original, order: 0 }, { ...copy, order: 0, limitedMinute: null }),
  }),
  months: rule(usageMonths, {
    merge(given, present) {
      const memoryWrites = Math.max(given.memoryWrites, present.memoryWrites);
      const memorySearches = Math.max(given.memorySearches, present.memorySearches);
      return changed({ ...present, memoryWrites, memorySearches }, present);
    },
  }),
  days: rule(requestDays, { merge: (given, present) => (requestsIn(given) > requestsIn(present) ? given : undefined) }),
  auditEvents: rule(auditEvents, { isKept: isDeepStrictEqual }),
  webhooks: rule(webhooks, {
    strip: (webhook) => ({ ...webhook, leasedUntil: 0, lease: null }),
    merge(given, { updatedAt, leasedUntil, lease }) {
      return given.updatedAt > updatedAt ? { ...given, leasedUntil, lease } : undefined;
    },
  }),
  deliveries: rule(deliveries, {
    where: { pendingOf: { not: null } },
    // The target may have delivered it already.
    isKept: (original, copy) => original.webhookId === copy.webhookId,
  }),
  keys: rule(apiKeys, {
    merge(given, present) {
      const revokedAt = extreme(Math.min, given.revokedAt, present.revokedAt);
      const lastUsedAt = extreme(Math.max, given.lastUsedAt, present.lastUsedAt);
      return changed({ ...present, revokedAt, lastUsedAt }, present);
    },
    isKept: (original, copy) =>
      isDeepStrictEqual(unchanging(original), unchanging(copy)) &&
      (original.revokedAt === null || copy.revokedAt !== null),
  }),
};

export type CopyName = keyof typeof copyRules;
export const copyNames = Object.keys(copyRules) as CopyName[];

export const ruleOf = (name: CopyName): CopyRule => copyRules[name] as CopyRule;

/** Finds the copies of records, in their order. */
export async function findCopies(
  reader: Pick<Reader, 'getMany' | 'scan'>,
  name: CopyName,
  records: readonly object[],
): Promise<(object | undefined)[]> {
  if (name !== 'requests') return reader.getMany(ruleOf(name).kind, records as never);
  const rows = records as readonly LoggedRequest[];
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  // The numbers of rows differ between stores.
  const where = { createdAt: { from: first.createdAt, to: last.createdAt + 1 }, id: { any: rows.map(({ id }) => id) } };
  const found = await reader.scan(requests, 'time', { of: [first.accountId], where, limit: rows.length });
  const byId = new Map(found.map((row) => [row.id, row]));
  return rows.map(({ id }) => byId.get(id));
}

function requestsIn({ statuses }: RequestDay): number {
  return Object.values(statuses).reduce((sum, count) => sum + count, 0);
}

function extreme(choose: (...times: number[]) => number, one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : choose(one, other);
}

function unchanging({ revokedAt: _, lastUsedAt: _at, ...key }: ApiKey): object {
  return key;
}

function changed<R>(merged: R, present: R): R | undefined {
  return isDeepStrictEqual(merged, present) ? undefined : merged;
}
