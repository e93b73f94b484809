import type { APIPromise, APIResponse } from './response.ts';

/** A page of items. */
export interface Page<Item> {
  /** The items of the page. */
  results: Item[];
}

/** The progress of a walk over the pages. */
export interface Reached<PageOfItems> {
  /** The page before the last one. */
  before: PageOfItems | undefined;
  /** The number of items on all pages so far. */
  count: number;
}

/** Requests the page after `last`; undefined when that was the last one. */
export type NextPage<PageOfItems> = (
  last: PageOfItems | undefined,
  reached: Reached<PageOfItems>,
) => Promise<PageOfItems> | undefined;

/**
 * A list, page by page or as a whole. `await` gives its first page, `for await` all items of all pages. Each page is
 * requested when its first item is read.
 */
export class Pages<PageOfItems extends Page<Item>, Item> implements PromiseLike<PageOfItems>, AsyncIterable<Item> {
  readonly #next: NextPage<PageOfItems>;
  readonly #identify: ((item: Item) => string) | undefined;
  #first: APIPromise<PageOfItems> | undefined;

  /** Only this package creates lists. `identify` returns the identity of an item where pages may overlap. */
  constructor(next: NextPage<PageOfItems>, identify?: (item: Item) => string) {
    this.#next = next;
    this.#identify = identify;
  }

  #firstPage(): APIPromise<PageOfItems> {
    this.#first ??= this.#next(undefined, { before: undefined, count: 0 }) as APIPromise<PageOfItems>;
    return this.#first;
  }

  /** Lets `await` return the first page. */
  // biome-ignore lint/suspicious/noThenProperty: the class has to be awaitable
  then<Fulfilled = PageOfItems, Rejected = never>(
    onFulfilled?: ((page: PageOfItems) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#firstPage().then(onFulfilled, onRejected);
  }

  /** Handles a failure of the first page, like `catch` of a promise. */
  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<PageOfItems | Rejected> {
    return this.#firstPage().catch(onRejected);
  }

  /** Runs after the first page, like `finally` of a promise. */
  finally(onFinally?: (() => void) | null): Promise<PageOfItems> {
    return this.#firstPage().finally(onFinally);
  }

  /**
   * Resolves to the first page with the data of its response.
   * @throws {MnemaError} the error of the list
   */
  withResponse(): Promise<APIResponse<PageOfItems>> {
    return this.#firstPage().withResponse();
  }

  /** Lets `for await` return every item once. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const seen = new Set<string>();
    let before: PageOfItems | undefined;
    let count = 0;
    let page: PageOfItems | undefined = await this.#firstPage();
    while (page) {
      for (const item of page.results) {
        const name = this.#identify?.(item);
        if (name !== undefined) {
          if (seen.has(name)) continue;
          seen.add(name);
        }
        yield item;
      }
      count += page.results.length;
      const next: Promise<PageOfItems> | undefined = this.#next(page, { before, count });
      before = page;
      page = await next;
    }
  }
}
