import type { ImportPiece } from '@mnema/sdk';

/** The start of a file, which shows its kind. */
const headBytes = 64 * 1024;

/** A file that is neither lines of JSON nor JSON. */
export class UnreadableFileError extends Error {}

/**
 * Reads the memories of a file. A file has a JSON object on each line, or one JSON list, as mem0 writes it.
 * @param onRead runs with the number of bytes that were read
 * @throws {UnreadableFileError} for a file that is not UTF-8
 */
export async function* readMemories(file: Blob, onRead: (bytes: number) => void): AsyncGenerator<ImportPiece> {
  const list = (await mayBeList(file)) ? await readList(file) : undefined;
  if (list) {
    onRead(file.size);
    yield* list;
    return;
  }
  const reader = file.stream().getReader();
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    bytes += value.length;
    onRead(bytes);
    yield value;
  }
}

/** Returns false when the first line is an object of its own, as in a file of lines. */
async function mayBeList(file: Blob): Promise<boolean> {
  const head = (await file.slice(0, headBytes).text()).trimStart();
  const end = head.indexOf('\n');
  const first = parse(end < 0 ? head : head.slice(0, end));
  return !isObject(first) || entriesOf(first) !== undefined;
}

async function readList(file: Blob): Promise<object[] | undefined> {
  const bytes = await file.arrayBuffer();
  try {
    return entriesOf(parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    throw new UnreadableFileError();
  }
}

/** Returns the entries of a list, or of the object of mem0 that has one in `results`. */
function entriesOf(value: unknown): object[] | undefined {
  const list = isObject(value) ? value['results'] : value;
  return Array.isArray(list) ? list : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns undefined for a text that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
