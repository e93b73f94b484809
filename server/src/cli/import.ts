import { existsSync } from 'node:fs';
import { Command } from 'commander';
import type { components } from '../generated/contract.d.ts';
import { type CommandContext, CommandError, Interrupted, ReportedFailure } from './command-context.ts';
import { createProgress } from './progress.ts';
import { inspectFile, readLines, toParts } from './transfer/import-parts.ts';
import { createServerCalls } from './transfer/server-calls.ts';

type Result = components['schemas']['ImportResult'];

/** The number of rejections that are printed one by one. */
const maxPrinted = 50;

export function importCommand(context: CommandContext): Command {
  return new Command('import')
    .summary('import memories from a file into an account')
    .description(
      `Imports a file of mnema export, of mem0, or with a {"text": "…"} on each line, or a JSON array. MNEMA_API_KEY selects the account, MNEMA_BASE_URL the server. Existing memories are skipped: run the same command again to continue after an interruption. Exits with 1 when a line was rejected, with 130 when it was interrupted.`,
    )
    .argument('<file>', 'file to read')
    .option('--incomplete', 'import a file even if it was cut off')
    .action((file: string, { incomplete = false }: { incomplete?: boolean }) => importFrom(context, file, incomplete));
}

async function importFrom(context: CommandContext, file: string, incomplete: boolean): Promise<void> {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`);
  const call = createServerCalls(context);
  const { lines, fault } = await inspectFile(file);
  if (fault !== undefined && !incomplete) {
    throw new CommandError(
      `${file} is incomplete: ${fault}. Nothing was imported. Export again, or import its memories with --incomplete. A later import of the whole file skips these.`,
    );
  }
  let isStopping = false;
  void context.stopRequest().then(() => {
    isStopping = true;
  });
  const progress = createProgress(context, { json: false });
  progress.begin({ name: 'importing', unit: 'lines', total: lines });
  const sum = { accepted: 0, skipped: 0, rejected: 0 };
  const reject = (line: number, reason: string) => {
    sum.rejected++;
    // The progress overwrites its own line of a terminal.
    if (sum.rejected <= maxPrinted)
      context.explain(`${context.isTerminal ? '\r\u001b[K' : ''}line ${line}: ${reason}\n`);
  };
  for await (const part of toParts(readLines(file))) {
    if (isStopping) {
      throw new Interrupted('stopped. Run the same command again to continue: existing memories are skipped.');
    }
    const response = await call({ method: 'POST', path: '/import', body: part.bytes, type: 'application/x-ndjson' });
    const { accepted, skipped, rejected } = (await response.json()) as Result;
    sum.accepted += accepted;
    sum.skipped += skipped;
    for (const line of part.tooLarge) reject(line, 'payload_too_large: The line is larger than 4 MB.');
    for (const { line, code, message } of rejected) reject(part.firstLine + line - 1, `${code}: ${message}`);
    progress.advance(part.lines);
  }
  progress.end();
  context.print(`accepted ${sum.accepted}, skipped ${sum.skipped}, rejected ${sum.rejected}\n`);
  if (sum.rejected > maxPrinted) context.explain(`${sum.rejected - maxPrinted} more lines were rejected.\n`);
  if (fault !== undefined) context.explain(`${file} is incomplete: ${fault}.\n`);
  if (sum.rejected > 0 || fault !== undefined) throw new ReportedFailure();
}
