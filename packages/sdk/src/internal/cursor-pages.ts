import { APIConnectionError } from '../errors.ts';
import { type Page, Pages } from '../pages.ts';
import type { APIPromise } from '../response.ts';

interface CursorPage<Item> extends Page<Item> {
  next_cursor: string | null;
}

/** Lists pages of which each has the cursor of the next one. */
export function cursorPages<PageOfItems extends CursorPage<Item>, Item, Params extends { cursor?: string }>(
  path: string,
  params: Params,
  fetchPage: (query: Params) => APIPromise<PageOfItems>,
): Pages<PageOfItems, Item> {
  return new Pages<PageOfItems, Item>((last, { before }) => {
    if (!last) return fetchPage(params);
    const cursor = last.next_cursor;
    // A server that is older, or not Mnema, may leave it out.
    if (cursor == null) return undefined;
    const sent = before ? before.next_cursor : params?.cursor;
    if (cursor === sent) {
      throw new APIConnectionError(`the response names its own cursor as that of the next page (GET ${path})`, {
        code: 'connection_error',
        attempts: 1,
      });
    }
    return fetchPage({ ...params, cursor });
  });
}
