import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addAccount } from '../../../test/account-steps.ts';
import { makeAccount } from '../../../test/make-account.ts';
import type { AccountRecords } from './account-records.ts';
import { type AuditEvent, auditEvents } from './kinds.ts';

const noon = Date.UTC(2026, 0, 15, 12);

function anEvent(id: string, changes: Partial<AuditEvent> = {}): AuditEvent {
  return {
    ...{ id, accountId: 'acct_1', time: noon, action: 'key_created', outcome: 'ok', address: '192.0.2.7' },
    actor: { kind: 'session', keyPrefix: null, sessionId: 'ses_1' },
    detail: { key_id: 'key_1', changed: ['plan'], 'a.b': null, $set: 1 },
    ...changes,
  };
}

/** Specifies the audit log. @param create opens a new, empty store */
export function describeAuditLog(
  name: string,
  create: () => Promise<{ records: AccountRecords; close(): Promise<void> }>,
): void {
  describe(`audit log: ${name}`, () => {
    let store: Awaited<ReturnType<typeof create>>;
    beforeEach(async () => {
      store = await create();
      for (const id of ['acct_1', 'acct_2']) await addAccount(store.records, makeAccount(id));
    });
    afterEach(() => store.close());
    const append = (event: AuditEvent) => store.records.run(event.accountId, 'appendAuditEvent', event);
    const list = (accountId: string) =>
      store.records.scan(auditEvents, 'time', { of: [accountId], descending: true, limit: 10 });
    const purge = (before: number) => store.records.run('', 'purgeAuditEvents', { before });

    it('returns events as they were appended, newest first, until a purge of those from before a time', async () => {
      const actor = { kind: 'operator', keyPrefix: 'mnk_01234567', sessionId: null } as const;
      const events = [
        anEvent('evt_1'),
        anEvent('evt_2', { time: noon + 1, actor, address: null, detail: {}, outcome: 'failed' }),
        anEvent('evt_3', { time: noon + 2 }),
      ];
      for (const event of [...events, anEvent('evt_4', { accountId: 'acct_2' })]) await append(event);
      expect(await list('acct_1')).toEqual(events.toReversed());
      expect([await purge(noon + 1), await purge(noon + 1)]).toEqual([2, 0]);
      expect(await list('acct_1')).toEqual(events.slice(1).toReversed());
    });
  });
}
