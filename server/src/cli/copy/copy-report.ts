import type { AccountReport } from '../../domain/transfer/check-account.ts';
import { escapeInvisible } from '../../lib/escape-invisible.ts';

/** Renders the report of an account for people: one line, and remarks below it. */
export function readableReport(report: AccountReport): string {
  const { account, memories, requests, keys, isComplete, checksums, keptAtTarget, wrongIds } = report;
  const sums = sumsOf(report);
  const name = escapeInvisible(account.email ?? account.phone ?? account.id);
  const copied = memories.same + memories['re-embedded'] + memories.newer;
  const verdict = isComplete ? 'complete' : 'NOT COMPLETE';
  const lines = [
    `${name}: ${verdict}; memories: ${copied}, keys: ${keys.same}, requests: ${requests.same}, sums: ${sums.same}; sha256 ${checksums.source.slice(0, 16)}`,
  ];
  const notes: [count: number, text: string][] = [
    [memories.newer, 'memories are newer in the target, and stay unchanged there'],
    [memories['re-embedded'], 'memories have vectors of another embedder in the target, and keep them'],
    [memories.onlyAtTarget, 'memories are only in the target'],
    [memories.older, 'memories changed in the source during the copy: run it again'],
    [memories.missing, 'memories are missing in the target: run it again'],
    [memories.different, 'memories differ although their versions are the same: both were changed'],
    [requests.missing, 'rows of the request log are missing or differ'],
    [keys.missing, 'API keys are missing or differ'],
    [sums.missing, 'sums of months or days are smaller in the target'],
    [report.deletions.missing, 'receipts of deletions are missing or of an earlier state in the target'],
    [report.auditEvents.missing, 'events of the audit log are missing or differ'],
    [report.webhooks.missing, 'webhooks are missing, or of an earlier state in the target'],
    [report.deliveries.missing, 'events that wait for a webhook are missing'],
  ];
  for (const [count, text] of notes) if (count > 0) lines.push(`  ${count} ${text}`);
  if (wrongIds.length > 0) lines.push(`  among them ${wrongIds.join(', ')}`);
  if (keptAtTarget.length > 0)
    lines.push(`  the account was already in the target and keeps its ${keptAtTarget.join(', ')}`);
  return `${lines.join('\n')}\n`;
}

/** Renders the report of an account for programs. */
export function presentReport(report: AccountReport): object {
  const { account, memories, checksums, isComplete } = report;
  return {
    event: 'account',
    id: account.id,
    email: account.email,
    phone: account.phone,
    complete: isComplete,
    memories: {
      same: memories.same,
      re_embedded: memories['re-embedded'],
      newer_at_target: memories.newer,
      changed_in_source: memories.older,
      missing: memories.missing,
      different: memories.different,
      only_at_target: memories.onlyAtTarget,
    },
    checksums,
    embedders: report.embedderIds,
    requests: report.requests,
    keys: report.keys,
    sums: sumsOf(report),
    deletions: report.deletions,
    audit_events: report.auditEvents,
    webhooks: report.webhooks,
    deliveries: report.deliveries,
    kept_at_target: report.keptAtTarget,
    wrong_ids: report.wrongIds,
  };
}

/** Counts the sums of months and days together. */
function sumsOf({ months, days }: AccountReport) {
  return { same: months.same + days.same, missing: months.missing + days.missing };
}
