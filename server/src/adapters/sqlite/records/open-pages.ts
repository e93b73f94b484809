import type { Thread } from '../../../lib/create-thread.ts';
import type { OpenPages } from '../../../ports/record-store.ts';
import type { createPageReads } from './page-reads.ts';
import type { Call } from './run-command.ts';

export type PageReader = Pick<Thread<PageOperations>, 'run'>;

type PageReads = ReturnType<typeof createPageReads>;
type PageOperations = {
  [Name in keyof PageReads]: (...argument: Parameters<PageReads[Name]>) => Awaited<ReturnType<PageReads[Name]>>;
};

/** Opens pages, which the thread of the reports reads. */
export function createPages(reporter: PageReader) {
  const opened = new Set<() => Promise<void>>();
  return {
    async open(call: Call): Promise<OpenPages<unknown>> {
      const { accountId } = call;
      const number = await reporter.run(accountId, 'beginPages', call);
      const close = async () => {
        if (opened.delete(close)) await reporter.run(accountId, 'endPages', number);
      };
      opened.add(close);
      return { next: () => reporter.run(accountId, 'readPage', number), close };
    },

    /** Ends the open pages, because the log of a store cannot be emptied before. */
    async close(): Promise<void> {
      await Promise.all([...opened].map((close) => close()));
    },
  };
}
