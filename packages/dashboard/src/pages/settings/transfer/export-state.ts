import { APIAbortError, IncompleteExportError, Mnema } from '@mnema/sdk';
import { clientOptions } from '../../../api/client.ts';
import { queryClient, whenAccountEnds } from '../../../api/query-client.ts';
import { createStore } from '../../../parts/store.ts';
import { type FileSink, openFile } from './save-file.ts';

export type ExportState =
  | { phase: 'idle' }
  | { phase: 'running' | 'done' | 'incomplete'; count: number; bytes: number }
  | { phase: 'stopped' }
  | { phase: 'failed'; error: unknown };

const shownEveryMs = 100;
const state = createStore<ExportState>({ phase: 'idle' });
let controller = new AbortController();

/** The export continues while other pages of the account are open. */
export const useExport = state.use;

export const stopExport = (): void => controller.abort();

// Otherwise it would continue in the account that signs in next.
whenAccountEnds(() => {
  controller.abort();
  controller = new AbortController();
  state.set({ phase: 'idle' });
});

/** Returns a client whose export goes to a file as the server sends it, with its first and its last line. */
function clientInto(file: FileSink, onBytes: (count: number) => void): Mnema {
  const { fetch } = clientOptions;
  const copy = () =>
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      async transform(piece, output) {
        await file.write(piece);
        onBytes(piece.length);
        output.enqueue(piece);
      },
    });
  return new Mnema({
    ...clientOptions,
    async fetch(url, init) {
      const response = await fetch(url, init);
      if (!response.ok || response.body === null) return response;
      return new Response(response.body.pipeThrough(copy()), response);
    },
  });
}

/** Opens a dialog for a file and exports all memories into it. A file is saved only if the export has its last line. */
export async function startExport(): Promise<void> {
  try {
    const file = await openFile(`mnema-${new Date().toISOString().slice(0, 10)}.jsonl`, 'application/x-ndjson');
    if (file !== undefined) await exportInto(file);
  } catch (error) {
    state.set({ phase: 'failed', error });
  }
}

async function exportInto(file: FileSink): Promise<void> {
  controller = new AbortController();
  const { signal } = controller;
  let count = 0;
  let bytes = 0;
  let shownAt = 0;
  const show = (phase: 'running' | 'done' | 'incomplete'): void => state.set({ phase, count, bytes });
  show('running');
  const client = clientInto(file, (more) => {
    bytes += more;
  });
  try {
    for await (const _ of client.export({ versions: true }, { signal })) {
      count += 1;
      if (Date.now() - shownAt < shownEveryMs) continue;
      shownAt = Date.now();
      show('running');
    }
    await file.close();
    show('done');
    void queryClient.invalidateQueries({ queryKey: ['audit'] });
  } catch (error) {
    await file.abort();
    if (controller.signal !== signal) return;
    if (APIAbortError.is(error)) state.set({ phase: 'stopped' });
    else if (IncompleteExportError.is(error)) show('incomplete');
    else state.set({ phase: 'failed', error });
  }
}
