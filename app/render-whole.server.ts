import { hash } from 'node:crypto';
import { Writable } from 'node:stream';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { logger } from '#platform/logger.ts';

type Rendered = {
  html: string;
  /** Whether a part of the page failed to render. */
  hasFailed: boolean;
};

/** Values that differ between two responses with the same page. Each occurs nowhere else in the page. */
type Unique = { nonce?: string | undefined; requestId?: string | undefined };

/** Maximum age of a cached page, in milliseconds. */
const ttlMs = 60_000;

/**
 * Caches rendered pages by everything that they are rendered from, because rendering takes most of the processor time of a
 * page. A page shows the current year, so it is rendered again after a minute.
 *
 * @param maxCharacters the size of all pages together; a cache that is full is cleared
 */
export function createPageCache(maxCharacters = 8_000_000) {
  const pages = new Map<string, { html: string; unique: Unique; until: number }>();
  let characters = 0;
  /** @param from the values that determine the page, apart from `unique` */
  return async (
    from: unknown,
    unique: Unique,
    render: () => Promise<Rendered>,
  ): Promise<Rendered> => {
    const key = hash('sha256', JSON.stringify(from));
    const known = pages.get(key);
    if (known && performance.now() < known.until) {
      const html = known.html
        .replaceAll(known.unique.nonce ?? '', unique.nonce ?? '')
        .replaceAll(known.unique.requestId ?? '', unique.requestId ?? '');
      return { html, hasFailed: false };
    }
    if (known) {
      pages.delete(key);
      characters -= known.html.length;
    }
    const rendered = await render();
    if (rendered.hasFailed || !unique.nonce || !unique.requestId) return rendered;
    characters += rendered.html.length;
    if (characters > maxCharacters) {
      pages.clear();
      characters = rendered.html.length;
    }
    pages.set(key, { html: rendered.html, unique, until: performance.now() + ttlMs });
    return rendered;
  };
}

type Options = {
  nonce: string | undefined;
  /** Rendering is aborted after this many milliseconds. */
  limitMs: number;
};

/** A stream that calls `done` with its whole text. */
function collectText(done: (text: string) => void): Writable {
  const chunks: Uint8Array[] = [];
  return new Writable({
    write(chunk: Uint8Array, _encoding, next) {
      chunks.push(chunk);
      next();
    },
    final(next) {
      done(Buffer.concat(chunks).toString());
      next();
    },
  });
}

/**
 * Renders a page completely. Its data is already loaded, so streaming would gain nothing.
 *
 * @throws the error of React if the page could not be rendered at all
 */
export function renderWhole(page: ReactElement, { nonce, limitMs }: Options): Promise<Rendered> {
  let hasFailed = false;
  return new Promise<string>((resolve, reject) => {
    // The timer holds a reference to the page and all its data, so it must be cleared when rendering ends.
    const timer = setTimeout(() => abort(), limitMs).unref();
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        clearTimeout(timer);
        pipe(collectText(resolve));
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError(error) {
        hasFailed = true;
        logger.error({ error }, 'a page could not be rendered');
      },
    });
  }).then((html) => ({ html, hasFailed }));
}
