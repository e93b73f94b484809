import type { AccountCommands, AccountRecords } from '../../domain/accounts/account-records.ts';
import { DomainError } from '../../ports/errors.ts';
import type { SecurityEvent, SecurityEvents } from '../../ports/security-events.ts';

type Recorded = Pick<SecurityEvent, 'action'> & Partial<SecurityEvent>;
/** Returns the event of a command; undefined if it had no effect. */
type EventOf<Command extends (...call: never) => unknown> = (
  input: Parameters<Command>[1],
  result: Awaited<ReturnType<Command>>,
) => Recorded | undefined;

const eventsOf: { [Name in keyof AccountCommands]?: EventOf<AccountCommands[Name]> } = {
  changePassword: ({ revokesKeys }) => {
    return { action: 'password_changed', ...(revokesKeys ? { detail: { changed: ['api_keys'] } } : {}) };
  },
  updateAccount: ({ changes: { suspendedAt, ...others } }) => {
    const suspension = suspendedAt === undefined ? [] : [suspendedAt === null ? 'resumed' : 'suspended'];
    return { action: 'account_changed', detail: { changed: [...Object.keys(others), ...suspension] } };
  },
  deleteTokens: (which) => ('accountId' in which ? { action: 'session_ended' } : undefined),
  createKey(_, { value: { key } }) {
    return { action: 'key_created', detail: { key_id: key.id, key_prefix: key.keyPrefix } };
  },
  revokeKey: ({ keyId }) => ({ action: 'key_revoked', detail: { key_id: keyId } }),
  beginDeletion: ({ id }, counts) => counts && { action: 'account_deleted', detail: { deletion_id: id } },
};

export function recordOperator(records: AccountRecords, events: SecurityEvents): AccountRecords {
  async function run<Name extends keyof AccountCommands>(
    accountId: string,
    name: Name,
    input: Parameters<AccountCommands[Name]>[1],
  ): Promise<unknown> {
    const by = { outcome: 'ok', actor: 'operator', accountId } as const;
    try {
      const result = await records.run(accountId, name, input);
      const event = (eventsOf[name] as EventOf<AccountCommands[Name]> | undefined)?.(input, result);
      if (event) await events.record({ ...by, ...event });
      return result;
    } catch (error) {
      const isRejected = name === 'createKey' && error instanceof DomainError;
      if (isRejected) await events.record({ ...by, action: 'key_created', outcome: 'rejected' });
      throw error;
    }
  }
  return { ...records, run: run as AccountRecords['run'] };
}
