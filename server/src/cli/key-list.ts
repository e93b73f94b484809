import { Command } from 'commander';
import { presentKey } from '../api/present-account.ts';
import type { AccountRecords } from '../domain/accounts/account-records.ts';
import { listApiKeys } from '../domain/accounts/api-keys.ts';
import type { ApiKey } from '../domain/accounts/kinds.ts';
import type { CommandContext } from './command-context.ts';
import { toJson, toTable } from './operator-output.ts';
import { accountDescription, withAccount } from './with-account.ts';

const pageSize = 1_000;

export function listCommand(context: CommandContext): Command {
  return new Command('list')
    .description('Lists the API keys of an account, newest first, revoked and expired ones included.')
    .argument('<email>', accountDescription)
    .option('--json', 'print a JSON array instead of a table')
    .action((name: string, { json }: { json?: true }) =>
      withAccount(context, name, async ({ id: accountId }, { records, clock }) => {
        const now = clock.now();
        const keys = (await readKeys(records, accountId)).map((key) => ({
          ...presentKey(key),
          state: keyState(key, now),
        }));
        const rows = keys.map((key) => [
          ...[key.key_prefix, key.state, key.scopes.join(',')],
          ...[key.created_at, key.last_used_at ?? 'never', key.id, key.label],
        ]);
        const head = ['PREFIX', 'STATE', 'SCOPES', 'CREATED', 'LAST USED', 'ID', 'LABEL'];
        context.print(json ? toJson(keys) : toTable([head, ...rows]));
      }),
    );
}

/** Reads all keys of an account, newest first. */
export async function readKeys(records: AccountRecords, accountId: string): Promise<ApiKey[]> {
  const all: ApiKey[] = [];
  let cursor: string | undefined;
  do {
    const { keys, nextCursor } = await listApiKeys({ records }, { accountId, limit: pageSize, cursor });
    all.push(...keys);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

/** Whether a key is accepted at a time. */
export function keyState({ revokedAt, expiresAt }: ApiKey, at: number): 'live' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= at ? 'expired' : 'live';
}
