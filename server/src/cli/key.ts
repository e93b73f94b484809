import { Command, InvalidArgumentError, Option } from 'commander';
import { presentKey, presentNewKey } from '../api/present-account.ts';
import { toDateTime } from '../api/present-fields.ts';
import type { AccountRecords } from '../domain/accounts/account-records.ts';
import { createApiKey } from '../domain/accounts/api-keys.ts';
import { type ApiKey, apiKeys, type Scope } from '../domain/accounts/kinds.ts';
import type { Restriction } from '../domain/memories/scope.ts';
import { DomainError } from '../ports/errors.ts';
import { scanAll } from '../ports/scan-pages.ts';
import { type CommandContext, CommandError } from './command-context.ts';
import { toJson, toTable, toTime } from './operator-output.ts';
import { type AccountCommand, addAccountCommands } from './with-account.ts';

type Restricted = Partial<Record<'user' | 'agent' | 'project', string>>;
type CreateOptions = Restricted & { label: string; scopes: Scope[]; expires?: number; json?: true };

export function keyCommand(context: CommandContext): Command {
  const command = new Command('key')
    .summary('create, list and revoke API keys')
    .description('Manages the API keys in MNEMA_DATA_DIR, also while the server is running.');
  return addAccountCommands(command, context, commands);
}

const commands: Record<string, AccountCommand> = {
  create: {
    description:
      'Creates an API key and prints it once. Standard output holds the key only: KEY=$(… key create …) works.',
    build: (command) =>
      command
        .option('--label <text>', 'name of the key in lists', 'command line')
        .addOption(
          new Option('--scopes <list>', 'scopes of the key: read, write or read,write')
            .argParser(parseScopes)
            .default(['read', 'write'], 'read,write'),
        )
        .option(
          '--expires <date>',
          'day (its start in UTC) or time of expiry, like 2027-01-31; never when omitted',
          parseDate,
        )
        .option('--user <id>', 'the only user whose memories the key can access')
        .option('--agent <id>', 'the only agent whose memories it can access')
        .option('--project <name>', 'the only metadata.project that it can access')
        .option('--json', 'print a JSON object with the key and its properties'),
    async run(
      { name, accountId, context, ...services },
      { label, scopes, expires, json, ...restricted }: CreateOptions,
    ) {
      const restriction = toRestriction(restricted);
      const created = { accountId, label, scopes, restriction, expiresAt: expires };
      const { key, secret } = await createApiKey(services, created);
      context.print(json ? toJson(presentNewKey(key, secret)) : `${secret}\n`);
      const until = key.expiresAt === null ? '' : `, valid until ${new Date(key.expiresAt).toISOString()}`;
      context.explain(`API key ${key.id} for ${name} (${key.scopes.join(', ')}${until}). It is shown once.\n`);
    },
  },

  list: {
    description: 'Lists the API keys of an account, newest first, revoked and expired ones included.',
    build: (command) => command.option('--json', 'print a JSON array instead of a table'),
    async run({ accountId, records, clock, context }, { json }: { json?: true }) {
      const now = clock.now();
      const found = await readKeys(records, accountId);
      const keys = found.map((key) => ({ ...presentKey(key), state: keyState(key, now) }));
      const rows = keys.map((key) => [
        ...[key.key_prefix, key.state, key.scopes.join(',')],
        ...[toTime(context, key.created_at), key.last_used_at ? toTime(context, key.last_used_at) : 'never'],
        ...[key.id, key.label],
      ]);
      const head = ['PREFIX', 'STATE', 'SCOPES', 'CREATED', 'LAST USED', 'ID', 'LABEL'];
      context.print(json ? toJson(keys) : toTable(context, rows, head));
    },
  },

  revoke: {
    description: 'Revokes an API key: a running server rejects it within a second.',
    build: (command) => command.argument('<key-id>', 'id of the key, from key list'),
    async run({ name, accountId, records, context }, keyId: string) {
      try {
        const { value: revokedAt } = await records.run(accountId, 'revokeKey', { accountId, keyId });
        context.explain(`API key ${keyId} of ${name} is revoked since ${toDateTime(revokedAt)}.\n`);
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
        throw new CommandError(`${name} has no API key ${keyId}. List them: ${context.programName} key list ${name}`);
      }
    },
  },
};

export function readKeys(records: AccountRecords, accountId: string): Promise<ApiKey[]> {
  return scanAll(records, apiKeys, 'created', { of: [accountId], descending: true, limit: 1_000 });
}

export function keyState({ revokedAt, expiresAt }: ApiKey, at: number): 'live' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= at ? 'expired' : 'live';
}

function toRestriction({ user, agent, project }: Restricted): Restriction {
  if ([user, agent, project].every((value) => value === undefined)) return null;
  return { userId: user ?? null, agentId: agent ?? null, project: project ?? null };
}

function parseScopes(text: string): Scope[] {
  const scopes = text.split(',').map((scope) => scope.trim());
  if (!scopes.every((scope) => scope === 'read' || scope === 'write')) {
    throw new InvalidArgumentError('Use read, write or read,write.');
  }
  return scopes;
}

function parseDate(text: string): number {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  const time = Date.parse(text);
  // Date.parse reads 31 February as 3 March.
  if (!day || Number.isNaN(time) || new Date(`${day}T00:00Z`).toISOString().slice(0, 10) !== day) {
    throw new InvalidArgumentError('Use a day like 2027-01-31 or a time like 2027-01-31T09:30:00Z.');
  }
  return time;
}
