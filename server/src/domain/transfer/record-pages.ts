import type { CopySource } from './copy-commands.ts';
import type { MemoryCopy } from './copy-memories.ts';
import { type CopyName, ruleOf } from './copy-rules.ts';
import { scanPages } from './scan-pages.ts';

/** Memories are large, because they include their vectors. */
const maxMemories = 100;
const maxRecords = 500;

/** Reads all memories of an account, in the order of their ids. */
export async function* memoryPages(source: CopySource, accountId: string): AsyncGenerator<MemoryCopy[], void> {
  let page: MemoryCopy[];
  let after: MemoryCopy['memory'] | undefined;
  do {
    page = await source.query(accountId, 'memoryPage', { accountId, after, limit: maxMemories });
    after = page.at(-1)?.memory;
    if (page.length > 0) yield page;
  } while (page.length === maxMemories);
}

/** Reads the records of another kind that are copied. */
export async function* recordPages(
  source: Pick<CopySource, 'scan'>,
  name: CopyName,
  accountId: string,
): AsyncGenerator<object[], void> {
  const { kind, index = 'key', where = {}, strip } = ruleOf(name);
  const scan = { of: [accountId], where, limit: maxRecords };
  for await (const page of scanPages(source, kind, index, scan)) yield strip ? page.map(strip) : page;
}
