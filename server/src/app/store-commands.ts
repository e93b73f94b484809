import { extname } from 'node:path';
import type { SqliteDomain } from '../adapters/sqlite/open-store.ts';
import { auditCommands } from '../domain/accounts/audit-log.ts';
import { accountCommands } from '../domain/accounts/commands.ts';
import { createDeletionCommands, deletionQueries } from '../domain/accounts/deletion-commands.ts';
import { accessTokens, accounts, apiKeys, auditEvents } from '../domain/accounts/kinds.ts';
import { deliveries, webhooks } from '../domain/events/kinds.ts';
import type { Commit } from '../domain/memories/changes.ts';
import { memoryCommands, memoryQueries } from '../domain/memories/commands.ts';
import { deletionItems, deletions } from '../domain/memories/deletion-kinds.ts';
import { memories, memoryTokens, memoryVectors, memoryVersions } from '../domain/memories/kinds.ts';
import { copyCommands } from '../domain/transfer/copy-records.ts';
import { exportQueries } from '../domain/transfer/export-memories.ts';
import { keptResponses, requestDays, requests, usageMonths } from '../domain/usage/kinds.ts';
import { requestLogCommands, requestLogQueries } from '../domain/usage/request-log-commands.ts';
import { probes, usageCommands, usageQueries } from '../domain/usage/usage-commands.ts';
import { webhookCommands, webhookQueries } from '../domain/webhooks/commands.ts';
import type { AnyKind } from '../ports/record-store.ts';

/** All kinds of records. Stores create what they need for them. */
export const kinds: readonly AnyKind[] = [
  ...[accounts, accessTokens, apiKeys, auditEvents],
  ...[webhooks, deliveries],
  ...[usageMonths, keptResponses, requests, requestDays, probes],
  ...[memories, memoryVersions, memoryVectors, memoryTokens],
  ...[deletions, deletionItems],
];

export const commands = {
  ...{ ...accountCommands, ...auditCommands, ...createDeletionCommands(kinds) },
  ...{ ...usageCommands, ...requestLogCommands, ...webhookCommands, ...memoryCommands, ...copyCommands },
};

const accountQueries = { ...deletionQueries, ...usageQueries, ...requestLogQueries };
export const queries = { ...accountQueries, ...webhookQueries, ...memoryQueries, ...exportQueries };

export const storeDomain = { kinds, commands, queries };

const entryOf = (name: string) => new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);

/** What SQLite needs of it: commands and searches run in threads with these entries. */
export const sqliteDomain: SqliteDomain = {
  kinds,
  workers: { writer: entryOf('store-worker'), reader: entryOf('search-worker'), reporter: entryOf('report-worker') },
};

export type StoreCommands = typeof commands;

/** Commands that delete data or end credentials, and those of a start, which write little. */
const admittedOnFullDisk: ReadonlySet<string> = new Set<keyof StoreCommands>([
  ...(['prepareMemoryDeletion', 'beginMemoryDeletion', 'discardMemoryDeletion', 'hideMemories'] as const),
  ...(['removeHiddenMemories', 'verifyMemoryDeletion', 'purgeMemoryDeletions'] as const),
  ...(['purgeResponses', 'purgeAuditEvents', 'deleteRequests', 'deleteRequestDays'] as const),
  ...(['deleteOldDeliveries', 'removeWebhook', 'removeWebhookData'] as const),
  ...(['beginDeletion', 'removeOfAccount', 'finishDeletion'] as const),
  ...(['revokeKey', 'deleteTokens', 'endSession', 'endOtherSessions', 'endLeases', 'endWebhookLeases'] as const),
]);

/** Whether a call of a command may use the disk space that is kept for deletions. */
export function isDeletion({ name, input }: { name: string; input: unknown }): boolean {
  if (name === 'commitMemories') return (input as readonly Commit[]).every(({ deletion }) => deletion !== undefined);
  return admittedOnFullDisk.has(name);
}

export type StoreQueries = typeof queries;
