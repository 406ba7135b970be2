/** A page of a list. Iterating over it returns the entries of this page and of all later pages. */
export class Page<T> implements AsyncIterable<T> {
  /** The entries of this page. The list may be empty even if there are more pages. */
  readonly data: T[];
  /** The `after` of the next page; null on the last page. */
  readonly next: string | null;
  readonly #read: ReadPage<T>;

  constructor({ data, next }: PageBody<T>, read: ReadPage<T>) {
    this.data = data;
    this.next = next ?? null;
    this.#read = read;
  }

  /** Whether there is another page. */
  get hasMore(): boolean {
    return this.next !== null;
  }

  /** Fetches the next page. @returns null on the last page */
  async nextPage(): Promise<Page<T> | null> {
    if (this.next === null) return null;
    return new Page(await this.#read(this.next), this.#read);
  }

  /** Iterates over the entries of this page and all later pages, which are fetched when needed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (let page: Page<T> | null = this; page; page = await page.nextPage()) yield* page.data;
  }
}

/** The parts of a response from which a page is created. Lists with a single page have no `next`. */
export type PageBody<T> = { data: T[]; next?: string | null };

type ReadPage<T> = (after: string | undefined) => Promise<PageBody<T>>;

/** Use `await` to get the first page, or `for await` to iterate over the entries of all pages. */
export type PageList<T> = Promise<Page<T>> & AsyncIterable<T>;

/**
 * Starts reading a list.
 *
 * @param read fetches the page for an `after`, or the first page without one
 */
export function listPages<T>(read: ReadPage<T>): PageList<T> {
  const first = read(undefined).then((body) => new Page(body, read));
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      yield* await first;
    },
  });
}
