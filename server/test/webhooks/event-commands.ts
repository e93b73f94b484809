import { commands } from '../../src/app/store-commands.ts';
import { accounts, type StoredAccount } from '../../src/domain/accounts/kinds.ts';
import type { WebhookEvent } from '../../src/domain/events/kinds.ts';
import { queueEvents } from '../../src/domain/events/queue-events.ts';
import type { Transaction } from '../../src/ports/record-store.ts';

/** The commands of the domain, and those of tests that queue events without a memory. */
export const eventCommands = {
  ...commands,
  queueEvents: (tx: Transaction, { accountId, events }: { accountId: string; events: readonly WebhookEvent[] }) =>
    queueEvents(tx, accountId, events),
  async patchAccount(tx: Transaction, { id, set }: { id: string; set: Partial<StoredAccount> }) {
    tx.patch(accounts, { id }, set);
  },
};
