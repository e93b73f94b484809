import type { MemoryStore } from '../../../ports/memory-store.ts';
import type { Connections } from '../threads/connections.ts';

interface Exports extends Pick<MemoryStore, 'openExport'> {
  /** Ends the open exports, because the log of a store cannot be emptied before. */
  close(): Promise<void>;
}

/** Opens exports, which are read on the thread of the reports. */
export function createExports({ reporter, now }: Pick<Connections, 'reporter' | 'now'>): Exports {
  const open = new Set<() => Promise<void>>();
  return {
    async openExport(query) {
      const { accountId } = query.scope;
      const number = await reporter.run(accountId, 'beginExport', { ...query, readAt: now() });
      const close = async () => {
        if (open.delete(close)) await reporter.run(accountId, 'endExport', number);
      };
      open.add(close);
      return { next: () => reporter.run(accountId, 'readExport', number), close };
    },

    async close() {
      await Promise.all([...open].map((end) => end()));
    },
  };
}
