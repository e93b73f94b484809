import { dimensions } from '../../../packages/model-bge-small-en/index.js';
import { openMongodbStores } from '../../../server/test/open-stores.ts';
import { createSentences } from '../sentences.ts';
import { addAccount, createNoise, writeMemories } from '../synthetic-store.ts';

/** Writes memories of a new account, with vectors of noise, into a database, because embedding so many texts would take an hour. */
export async function fill(uri: string, database: string, count: number): Promise<void> {
  const url = new URL(uri);
  url.pathname = `/${database}`;
  const store = await openMongodbStores(url.href, { dimensions });
  try {
    const { accountId } = await addAccount(store, 0);
    const texts = { next: createSentences(950).memory, asMessages: false };
    await writeMemories(store, { accountId, count, texts, noise: createNoise(951) });
  } finally {
    await store.close();
  }
}
