import { APIAbortError, IncompleteExportError } from '../errors.ts';
import type { ExportedMemory } from '../types.ts';
import { LineSplitter } from './split-lines.ts';

/** A line of an export: its header, a memory or its end. */
type ExportLine = Partial<ExportedMemory> & { format?: unknown; end?: unknown; count?: unknown };

async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<ExportLine> {
  const splitter = new LineSplitter();
  for await (const piece of pieces) for (const line of splitter.add(piece)) yield JSON.parse(line);
  for (const line of splitter.end()) yield JSON.parse(line);
}

/**
 * Reads the memories of an export, one after the other.
 * @throws {IncompleteExportError} when the export has no end, or another number of memories than it states
 */
export async function* readExport(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<ExportedMemory, void, undefined> {
  let count = -1; // the header comes first
  const incomplete = (reason: string, cause?: unknown): IncompleteExportError => {
    const detail = `the export is incomplete after ${Math.max(count, 0)} memories: ${reason}; start it again`;
    return new IncompleteExportError(`${detail} (GET /export)`, {
      code: 'incomplete_export',
      detail,
      attempts: 1,
      cause,
    });
  };
  const lines = linesOf(pieces);
  try {
    for (;;) {
      const { value: line, done } = await lines.next().catch((error: Error) => {
        throw APIAbortError.is(error) ? error : incomplete(error.message, error);
      });
      if (done) throw incomplete('its last line is missing');
      if (count < 0 && line.format !== 'mnema') throw incomplete('its first line is not a header');
      if (line.end === true) {
        if (line.count !== count) throw incomplete(`its last line counts ${String(line.count)}`);
        return;
      }
      if (count >= 0) yield line as ExportedMemory;
      count += 1;
    }
  } finally {
    await lines.return(undefined);
  }
}
