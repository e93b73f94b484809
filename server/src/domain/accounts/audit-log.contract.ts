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
    const list = (accountId: string, limit = 10, after?: AuditEvent) =>
      store.records.scan(auditEvents, 'time', { of: [accountId], descending: true, limit, after });
    const purge = (before: number) => store.records.run('', 'purgeAuditEvents', { before });

    it('returns an event exactly as it was appended, and only to its account', async () => {
      const actor = { kind: 'operator', keyPrefix: 'mnk_01234567', sessionId: null } as const;
      const events = [anEvent('evt_2'), anEvent('evt_1', { actor, address: null, detail: {}, outcome: 'failed' })];
      for (const event of [...events, anEvent('evt_3', { accountId: 'acct_2' })]) await append(event);
      expect(await list('acct_1')).toEqual(events);
      expect(await list('acct_9')).toEqual([]);
    });

    it('lists the newest first, page by page, those of the same time in the order of their ids', async () => {
      for (const [id, time] of [
        ['evt_b', 0],
        ['evt_a', 1],
        ['evt_d', 0],
        ['evt_c', 0],
      ] as const) {
        await append(anEvent(id, { time: noon + time }));
      }
      const pages = [];
      let after: AuditEvent | undefined;
      for (let page = 0; page < 3; page++) {
        const events = await list('acct_1', 2, after);
        pages.push(events.map(({ id }) => id));
        after = events.at(-1) ?? after;
      }
      expect(pages).toEqual([['evt_a', 'evt_d'], ['evt_c', 'evt_b'], []]);
    });

    it('drops an event of an account that does not exist', async () => {
      await append(anEvent('evt_1', { accountId: 'acct_9' }));
      expect(await list('acct_9')).toEqual([]);
    });

    it('purges exactly the events from before a time', async () => {
      for (const [index, id] of ['evt_1', 'evt_2', 'evt_3'].entries()) {
        await append(anEvent(id, { time: noon + index }));
      }
      expect(await purge(noon + 1)).toBe(1);
      expect((await list('acct_1')).map(({ id }) => id)).toEqual(['evt_3', 'evt_2']);
      expect(await purge(noon + 1)).toBe(0);
    });
  });
}
