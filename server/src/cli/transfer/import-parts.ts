import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { CommandError } from '../command-context.ts';

/** The limits of one request. */
const maxPartBytes = 4 * 1024 * 1024;
const maxPartLines = 10_000;

/** Some lines of a file that fit into one request. */
export interface Part {
  /** The number of the first line in the file, from 1. */
  firstLine: number;
  lines: number;
  /** An empty line takes the place of one that is too large, so that those after it keep their number. */
  bytes: Buffer;
  /** The numbers of lines in the file that fit into no request. */
  tooLarge: number[];
}

const lineFeed = Buffer.from('\n');

/** Reads the lines of a file. A JSON document gives a line for each item. */
export async function* readLines(file: string): AsyncGenerator<Buffer, void> {
  const items = await documentItems(file);
  if (items) {
    for (const item of items) yield Buffer.from(JSON.stringify(item));
    return;
  }
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]);
      rest = [];
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield last;
}

/** Decodes UTF-8 without the byte order mark with which Windows begins a file. */
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Returns the items of a JSON array, or of the one in `results`; undefined for lines of JSON. */
async function documentItems(file: string): Promise<unknown[] | undefined> {
  const head = await firstBytes(file);
  const start = head.trimStart();
  const firstLine = start.split('\n')[0] ?? '';
  const isDocument =
    start.startsWith('[') || (start.startsWith('{') && !isJson(firstLine) && firstLine.length < head.length);
  const isResults = isJson(firstLine) && Array.isArray((JSON.parse(firstLine) as { results?: unknown }).results);
  if (!isDocument && !isResults && !/^\{\s*"(?:count|results)"/.test(start)) return undefined;
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function firstBytes(file: string): Promise<string> {
  for await (const chunk of createReadStream(file, { end: 65_535 }) as AsyncIterable<Buffer>) return chunk.toString();
  return '';
}

/** Puts lines together that fit into one request. */
export async function* toParts(lines: AsyncIterable<Buffer>): AsyncGenerator<Part, void> {
  let part: Buffer[] = [];
  let tooLarge: number[] = [];
  let bytes = 0;
  let firstLine = 1;
  const close = (): Part => ({
    firstLine,
    lines: part.length,
    bytes: Buffer.concat(part.flatMap((line) => [line, lineFeed])),
    tooLarge,
  });
  for await (const given of lines) {
    const isTooLarge = given.length + 1 > maxPartBytes;
    const line = isTooLarge ? Buffer.alloc(0) : given;
    if (bytes + line.length + 1 > maxPartBytes || part.length === maxPartLines) {
      yield close();
      firstLine += part.length;
      part = [];
      tooLarge = [];
      bytes = 0;
    }
    part.push(line);
    if (isTooLarge) tooLarge.push(firstLine + part.length - 1);
    bytes += line.length + 1;
  }
  if (part.length > 0) yield close();
}

/** Facts about the lines of a file. */
export interface FileFacts {
  lines: number;
  /** The reason why the file is incomplete; undefined if it is complete, or if its end does not show it. */
  fault: string | undefined;
}

/** Counts the lines of a file, and checks that an export has its end. */
export async function inspectFile(file: string): Promise<FileFacts> {
  let lines = 0;
  let filled = 0;
  let first: Buffer | undefined;
  let last: Buffer | undefined;
  for await (const line of readLines(file)) {
    lines++;
    if (line.toString('latin1').trim() === '') continue;
    first ??= line;
    last = line;
    filled++;
  }
  const { format } = parsed(first);
  if (format !== 'mnema') return { lines, fault: undefined };
  const { end, count } = parsed(last);
  if (end !== true) return { lines, fault: 'its last line is missing, so the export was cut off' };
  const memories = filled - 2;
  return {
    lines,
    fault: count === memories ? undefined : `it has ${memories} memories, but its last line counts ${count}`,
  };
}

function parsed(line: Buffer | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line ? decode(line) : '');
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
