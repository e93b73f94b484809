import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { type CommandContext, CommandError } from './command-context.ts';
import { apiKey, baseUrl } from './server-address.ts';

const scopeOptions = [
  ...['user-id', 'agent-id', 'run-id', 'project', 'source', 'memory-type', 'tag'],
  ...['occurred-from', 'occurred-to', 'created-from', 'created-to'],
];

export function exportCommand(context: CommandContext): Command {
  const command = new Command('export')
    .summary('write the memories of an account to a file')
    .description(
      'Writes the memories of the account to a file for import, one JSON object a line. MNEMA_API_KEY selects the account, MNEMA_BASE_URL the server. The file gets its name when the export is complete.',
    )
    .argument('<file>', 'file to create')
    .option('--versions', 'with the earlier versions of each memory');
  for (const name of scopeOptions) command.option(`--${name} <value>`, `only memories with this ${name}`);
  return command.action((file: string, flags: Record<string, string | true>) => exportTo(context, file, flags));
}

async function exportTo(context: CommandContext, file: string, flags: Record<string, string | true>): Promise<void> {
  if (existsSync(file)) throw new CommandError(`${file} already exists: choose another name, or move it away.`);
  const [key, base] = [apiKey(context), baseUrl(context)];
  const named = Object.entries(flags).map(([name, value]): [string, string] => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    String(value),
  ]);
  const { body } = await send(base, `/export?${new URLSearchParams(named)}`, key);
  const draft = `${file}.partial`;
  const received = await receive(context, body, draft);
  if (received.end !== received.memories) {
    throw new CommandError(
      `The export was cut off after ${received.memories} memories, which are in ${draft}: its last line is missing. Run the same command again. To keep this part, import it with --incomplete.`,
    );
  }
  renameSync(draft, file);
  context.explain(`\nExported ${received.memories} memories to ${file}.\n`);
}

/** Writes the lines to a file, and counts them. `end` is the count in the last line; null without one. */
async function receive(context: CommandContext, body: Response['body'], file: string) {
  const output = createWriteStream(file, { mode: 0o600 });
  await once(output, 'open');
  const progressMs = context.isTerminal ? 200 : 10_000;
  let printedAt = context.now();
  let lines = 0;
  let tail = Buffer.alloc(0);
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      const bytes = Buffer.from(chunk);
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
      // The last line is short.
      tail = Buffer.concat([tail, bytes]).subarray(-200);
      if (!output.write(bytes)) await once(output, 'drain');
      if (context.now() - printedAt < progressMs) continue;
      printedAt = context.now();
      const line = `exporting: ${Math.max(0, lines - 1)} memories`;
      context.explain(context.isTerminal ? `\r${line}\u001b[K` : `${line}\n`);
    }
  } catch (error) {
    // After a broken connection, the received part stays, without its end.
    if (output.errored) throw error;
  }
  output.end();
  await once(output, 'close');
  const [, count] = /\n\{"end":true,"count":(\d+)\}\n$/.exec(tail.toString('latin1')) ?? [];
  const end = count === undefined ? null : Number(count);
  return { memories: Math.max(0, lines - (end === null ? 1 : 2)), end };
}

const waitsMs = [500, 1_000, 2_000, 4_000, 8_000];
const retried = new Set([408, 429, 500, 502, 503, 504]);

/** Sends a request, again after a temporary failure. @throws {CommandError} with the reason of the server */
async function send(base: string, path: string, key: string): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const sent = await fetch(`${base}${path}`, { headers: { 'X-API-Key': key } }).catch((error: Error) => error);
    if (!(sent instanceof Error) && sent.ok) return sent;
    const wait = waitsMs[attempt];
    const stated = sent instanceof Error ? 0 : Number(sent.headers.get('retry-after') ?? 0) * 1_000;
    const isTemporary = sent instanceof Error || retried.has(sent.status);
    // If the quota of the month is used up, the request is not sent again.
    if (!isTemporary || wait === undefined || stated > 60_000) throw new CommandError(await reasonOf(sent, base));
    await pause(Math.max(wait, stated));
  }
}

async function reasonOf(sent: Response | Error, base: string): Promise<string> {
  if (sent instanceof Error) {
    const { message, code = '' } = (sent.cause ?? sent) as NodeJS.ErrnoException;
    return `${base} cannot be reached: ${message || code}`;
  }
  try {
    const { detail, code } = (await sent.json()) as { detail?: string; code?: string };
    return `The server responded with ${sent.status} ${code ?? ''}: ${detail ?? 'no reason'}`;
  } catch {
    return `The server responded with ${sent.status}. Is MNEMA_BASE_URL the address of a Mnema server?`;
  }
}
