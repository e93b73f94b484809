import { APIAbortError, type ImportResult, MnemaError } from '@mnema/sdk';
import { mnema } from '../../../api/client.ts';
import { queryClient, whenAccountEnds } from '../../../api/query-client.ts';
import { createStore } from '../../../parts/store.ts';
import { readMemories } from './read-memories.ts';

export type ImportState =
  | { phase: 'idle' }
  | { phase: 'running'; read: number; size: number }
  | { phase: 'done' | 'stopped'; result: ImportResult }
  | { phase: 'failed'; result: ImportResult; error: unknown };

const nothing: ImportResult = { accepted: 0, skipped: 0, rejected: [] };
const state = createStore<ImportState>({ phase: 'idle' });
let controller = new AbortController();

/** The import continues while other pages of the account are open. */
export const useImport = state.use;

export const stopImport = (): void => controller.abort();

// Otherwise it would continue in the account that signs in next.
whenAccountEnds(() => {
  controller.abort();
  controller = new AbortController();
  state.set({ phase: 'idle' });
});

/** Imports a file, part by part. */
export async function startImport(file: File): Promise<void> {
  controller = new AbortController();
  const { signal } = controller;
  const show = (read: number): void => {
    if (!signal.aborted) state.set({ phase: 'running', read, size: file.size });
  };
  show(0);
  try {
    const result = await mnema.importMemories(readMemories(file, show), { signal });
    state.set({ phase: 'done', result });
  } catch (error) {
    if (controller.signal !== signal) return;
    const result = (MnemaError.is(error) && error.imported) || nothing;
    state.set(APIAbortError.is(error) ? { phase: 'stopped', result } : { phase: 'failed', result, error });
  }
  // Everything shown may have changed.
  void queryClient.invalidateQueries();
}
