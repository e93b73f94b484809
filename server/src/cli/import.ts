import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { ImportResult } from '@mnema/sdk';
import { Command } from 'commander';
import { type CommandContext, CommandError, Interrupted, ReportedFailure } from './command-context.ts';
import { openClient, parseObject, transferOptions } from './memory.ts';
import { startProgress } from './progress.ts';

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
  const client = await openClient(context);
  const items = await documentItems(file);
  const { lines, fault } = items ? { lines: items.length, fault: undefined } : await inspectFile(file);
  if (fault !== undefined && !incomplete) {
    throw new CommandError(
      `${file} is incomplete: ${fault}. Nothing was imported. Export again, or import its memories with --incomplete. A later import of the whole file skips these.`,
    );
  }
  const stopRequest = context.stopRequest();
  const progress = startProgress(context, { name: 'importing', unit: 'lines', total: lines }, { json: false });
  async function* pieces() {
    for await (const piece of items ?? (createReadStream(file) as AsyncIterable<Buffer>)) {
      if (stopRequest.aborted) {
        throw new Interrupted('stopped. Run the same command again to continue: existing memories are skipped.');
      }
      progress.advance(piece instanceof Buffer ? piece.toString('latin1').split('\n').length - 1 : 1);
      yield piece as object;
    }
  }
  const { accepted, skipped, rejected, ignored } = await client
    .importMemories(pieces(), transferOptions)
    .catch((error: object) => {
      // The requests before a failed one have succeeded.
      if ('imported' in error) printRejected(context, (error.imported as ImportResult).rejected);
      throw error;
    });
  progress.end();
  printRejected(context, rejected);
  context.print(`accepted ${accepted}, skipped ${skipped}, rejected ${rejected.length}\n`);
  if (ignored) {
    const counts = Object.entries(ignored).map(([name, count]) => `${JSON.stringify(name).slice(1, -1)} (${count})`);
    context.explain(`fields that are not imported, with the number of their memories: ${counts.join(', ')}\n`);
  }
  if (fault !== undefined) context.explain(`${file} is incomplete: ${fault}.\n`);
  if (rejected.length > 0 || fault !== undefined) throw new ReportedFailure();
}

function printRejected({ explain }: CommandContext, rejected: ImportResult['rejected']): void {
  for (const { line, code, message } of rejected.slice(0, maxPrinted)) explain(`line ${line}: ${code}: ${message}\n`);
  if (rejected.length > maxPrinted) explain(`${rejected.length - maxPrinted} more lines were rejected.\n`);
}

/** Decodes UTF-8 without the byte order mark with which Windows begins a file. */
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Returns the items of a JSON array, or of the one in `results`; undefined for lines of JSON. */
async function documentItems(file: string): Promise<object[] | undefined> {
  let head = '';
  for await (const chunk of createReadStream(file, { end: 65_535 })) head += decode(chunk as Buffer);
  const start = head.trimStart();
  const firstLine = start.split('\n')[0] ?? '';
  const first = parseObject(firstLine);
  const isCut = start.startsWith('{') && !first && firstLine.length < head.length;
  const isDocument = start.startsWith('[') || isCut || Array.isArray(first?.['results']);
  if (!isDocument && !/^\{\s*"(?:count|results)"/.test(start)) return undefined;
  let document: unknown;
  try {
    document = JSON.parse(decode(await readFile(file)));
  } catch (error) {
    throw new CommandError(`${file} is neither lines of JSON nor a JSON document: ${(error as Error).message}`);
  }
  const items = Array.isArray(document) ? document : (document as { results?: unknown }).results;
  if (Array.isArray(items)) return items;
  throw new CommandError(`${file} is a JSON document without an array of memories: it needs one, or one in "results".`);
}

/** Counts the lines of a file. The fault is undefined if an export has its end, and for other files. */
async function inspectFile(file: string): Promise<{ lines: number; fault: string | undefined }> {
  let lines = 0;
  let filled = 0;
  let [first, last] = ['', ''];
  // Read as UTF-8, a line would also end at the separators of Unicode, which JSON allows in a text.
  const input = createReadStream(file, 'latin1');
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    lines++;
    if (line.trim() === '') continue;
    if (++filled === 1) first = line;
    last = line;
  }
  const decoded = (line: string) => parseObject(decode(Buffer.from(line, 'latin1')));
  if (decoded(first)?.['format'] !== 'mnema') return { lines, fault: undefined };
  const end = decoded(last);
  if (end?.['end'] !== true) return { lines, fault: 'its last line is missing, so the export was cut off' };
  const memories = filled - 2;
  if (end['count'] === memories) return { lines, fault: undefined };
  return { lines, fault: `it has ${memories} memories, but its last line counts ${end['count']}` };
}
