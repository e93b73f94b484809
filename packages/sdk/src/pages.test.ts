import { describe, expect, it } from 'vitest';
import { type Page, Pages } from './pages.ts';

function pagesOf(...contents: number[][]) {
  const requestedPages: number[] = [];
  let at = 0;
  const pages = new Pages<Page<number>, number>(() => {
    const results = contents[at];
    if (!results) return undefined;
    requestedPages.push(at);
    at += 1;
    return Promise.resolve({ results });
  });
  return { pages, requestedPages };
}

describe('pages', () => {
  it('are not requested before they are read', async () => {
    const { pages, requestedPages } = pagesOf([1, 2], [3]);
    await Promise.resolve();
    expect(requestedPages).toEqual([]);
    for await (const item of pages) if (item === 2) break;
    expect(requestedPages).toEqual([0]);
  });

  it('request the first page once, however often it is awaited', async () => {
    const { pages, requestedPages } = pagesOf([1], [2]);
    const [first, second] = await Promise.all([pages, pages]);
    expect(first).toEqual({ results: [1] });
    expect(second).toBe(first);
    const items: number[] = [];
    for await (const item of pages) items.push(item);
    expect([items, requestedPages]).toEqual([
      [1, 2],
      [0, 1],
    ]);
  });

  it('reject like a promise', async () => {
    const fail = () => new Pages<Page<number>, number>(() => Promise.reject(new Error('no')));
    await expect(fail().catch((error) => (error as Error).message)).resolves.toBe('no');
    let ended = false;
    await expect(
      fail().finally(() => {
        ended = true;
      }),
    ).rejects.toThrow('no');
    expect(ended).toBe(true);
  });
});
