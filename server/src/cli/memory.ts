import type { Memory, Mnema, MnemaOptions } from '@mnema/sdk';
import { Command, InvalidArgumentError } from 'commander';
import { type CommandContext, UsageError } from './command-context.ts';
import { escapeLines, toJson, toTable, toTime } from './operator-output.ts';
import { apiKey, baseUrl } from './server-address.ts';

const maxWaitSeconds = 30;
const pageSize = 100;
const maxPreview = 120;

export function memoryCommand(context: CommandContext): Command {
  const command = new Command('memory')
    .summary('write and find memories')
    .description(
      'Writes, finds and deletes memories of a running server. MNEMA_API_KEY selects the account, MNEMA_BASE_URL the server.',
    );
  const commands = [addCommand, searchCommand, listCommand, getCommand, deleteCommand, profileCommand];
  for (const create of commands) command.addCommand(create(context));
  return command;
}

interface Flags {
  userId?: string;
  agentId?: string;
  runId?: string;
  project?: string;
  json?: true;
}

function toScope({ userId: user_id, agentId: agent_id, runId: run_id, project }: Flags) {
  return given({ user_id, agent_id, run_id, project });
}

function given<Fields extends object>(fields: Fields) {
  type Given = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given;
}

function scopedCommand(
  name: string,
  scopes: readonly string[] = ['user-id', 'agent-id', 'run-id', 'project'],
): Command {
  const command = new Command(name);
  for (const scope of scopes) command.option(`--${scope} <value>`, `only memories with this ${scope}`);
  return command;
}

function addCommand(context: CommandContext): Command {
  return new Command('add')
    .description('Writes a memory, and prints its id as soon as it is on disk.')
    .argument('<text>', 'text of the memory, or - to read it from standard input')
    .option('--user-id <value>', 'user of the memory')
    .option('--agent-id <value>', 'agent of the memory')
    .option('--run-id <value>', 'session or task of the memory')
    .option('--metadata <json>', 'metadata, such as \'{"project":"apollo"}\'', toObject)
    .option('--wait <seconds>', `wait until semantic search finds it, at most ${maxWaitSeconds} seconds`, toNumber)
    .option('--json', 'print the response as JSON')
    .action(async (typed: string, flags: Flags & { metadata?: Record<string, unknown>; wait?: number }) => {
      const { metadata, wait: waitSeconds, json } = flags;
      const client = await openClient(context);
      const text = typed === '-' ? (await context.readInput()).replace(/\r?\n$/, '') : typed;
      if (text.trim() === '') throw new UsageError('The text is empty: pass a text, or - and standard input.');
      const accepted = await client.add(text, { ...toScope(flags), ...given({ metadata }) }, given({ waitSeconds }));
      context.print(json ? toJson(accepted) : `${accepted.memory_id}\n`);
      if (!json) context.explain(`${accepted.status}\n`);
    });
}

function searchCommand(context: CommandContext): Command {
  return scopedCommand('search')
    .description('Finds memories by semantic and keyword search, best first.')
    .argument('<query>', 'question or description, in plain language')
    .option('--top-k <number>', 'maximum number of results, 1 to 100 (default: 10)', toNumber)
    .option('--threshold <score>', 'only results with at least this score, 0 to 1', toNumber)
    .option('--json', 'print the response as JSON, with whole texts')
    .action(async (query: string, flags: Flags & { topK?: number; threshold?: number }) => {
      const client = await openClient(context);
      const { topK: top_k, threshold, json } = flags;
      const found = await client.search(query, { ...toScope(flags), ...given({ top_k, threshold }) });
      if (json) return context.print(toJson(found));
      for (const signal of found.degraded) context.explain(`Not available for this search: ${signal}.\n`);
      const rows = found.results.map((hit) => [hit.score.toFixed(2), ...lastCells(context, hit)]);
      printTable(context, ['SCORE'], rows);
    });
}

function listCommand(context: CommandContext): Command {
  return scopedCommand('list')
    .description('Lists memories, newest first.')
    .option('--limit <number>', 'maximum number of memories', toNumber, 20)
    .option('--json', 'print a JSON array, with whole texts')
    .action(async ({ limit, json, ...flags }: Flags & { limit: number }) => {
      const client = await openClient(context);
      const memories: Memory[] = [];
      for await (const memory of client.list({ ...toScope(flags), limit: Math.min(limit, pageSize) })) {
        memories.push(memory);
        if (memories.length >= limit) break;
      }
      if (json) return context.print(toJson(memories));
      const timeOf = ({ created_at }: Memory) => toTime(context, created_at);
      const rows = memories.map((memory) => [timeOf(memory), memory.status, ...lastCells(context, memory)]);
      printTable(context, ['WRITTEN', 'STATUS'], rows);
    });
}

function getCommand(context: CommandContext): Command {
  return new Command('get')
    .description('Prints the text of a memory.')
    .argument('<id>', 'id of the memory')
    .option('--json', 'print the memory as JSON, with all of its fields')
    .action(async (id: string, { json }: Flags) => {
      const memory = await (await openClient(context)).get(id);
      context.print(json ? toJson(memory) : escapeLines(memory.memory));
    });
}

function deleteCommand(context: CommandContext): Command {
  return new Command('delete')
    .description('Deletes a memory with all of its versions, permanently.')
    .argument('<id>', 'id of the memory')
    .option('--json', 'print the response as JSON')
    .action(async (id: string, { json }: Flags) => {
      const deleted = await (await openClient(context)).delete(id);
      if (json) context.print(toJson(deleted));
      else context.explain(`Deleted ${deleted.id}.\n`);
    });
}

function profileCommand(context: CommandContext): Command {
  return scopedCommand('profile', ['user-id', 'agent-id', 'project'])
    .description('Prints a summary of the memories, to paste into a prompt.')
    .option('--max-characters <number>', 'maximum length of the summary, 200 to 20,000 (default: 2,000)', toNumber)
    .option('--json', 'print the whole profile as JSON')
    .action(async ({ maxCharacters: max_characters, json, ...flags }: Flags & { maxCharacters?: number }) => {
      const client = await openClient(context);
      const profile = await client.profile({ ...toScope(flags), ...given({ max_characters }) });
      if (json) context.print(toJson(profile));
      else if (profile.summary === '') context.explain('No memory found.\n');
      else context.print(escapeLines(profile.summary));
    });
}

/** The server may work for long on thousands of lines. */
export const transferOptions = { maxRetries: 5, timeoutMs: 10 * 60_000 };

/** Returns a client of the server. Warnings of the server are printed. */
export async function openClient(context: CommandContext, fetch?: MnemaOptions['fetch']): Promise<Mnema> {
  const [key, url] = [apiKey(context), baseUrl(context)];
  const { Mnema } = await context.loadSdk();
  context.explain(`Server: ${url}\n`);
  const warn = (message: string) => context.explain(`${message}\n`);
  const logger = { warn, info: () => {}, debug: () => {} };
  return new Mnema({ apiKey: key, baseUrl: url, fetch, logger, logLevel: 'warn' });
}

type Shown = Pick<Memory, 'id' | 'memory' | 'user_id' | 'end_user_id'>;

/** Returns the last cells of a memory, for a person with its user. The account itself is no user. */
function lastCells({ isOutputTerminal }: CommandContext, { id, memory, user_id, end_user_id }: Shown): string[] {
  const user = end_user_id ?? (user_id.startsWith('acct_') ? '' : user_id);
  return [...(isOutputTerminal ? [user] : []), id, toPreview(memory)];
}

function printTable(context: CommandContext, columns: readonly string[], rows: readonly string[][]): void {
  const head = [...columns, ...(context.isOutputTerminal ? ['USER'] : []), 'ID', 'MEMORY'];
  if (rows.length === 0) context.explain('No memory found.\n');
  else context.print(toTable(context, rows, head));
}

function toPreview(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= maxPreview ? line : `${line.slice(0, maxPreview - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function toNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

function toObject(text: string): Record<string, unknown> {
  const value = parseObject(text);
  if (value) return value;
  throw new InvalidArgumentError('It must be a JSON object.');
}

/** Returns the object in a JSON text; undefined for any other text. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
