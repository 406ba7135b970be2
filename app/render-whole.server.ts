import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { logger } from '#platform/logger.ts';

type Options = {
  nonce: string | undefined;
  /** Rendering is aborted after this many milliseconds. */
  limitMs: number;
};

/**
 * Renders a page completely. Its data is already loaded, so streaming would gain nothing.
 *
 * @returns the HTML, and whether part of the page failed to render
 * @throws React's error if the page could not be rendered at all
 */
export function renderWhole(
  page: ReactElement,
  { nonce, limitMs }: Options,
): Promise<{ html: string; hasFailed: boolean }> {
  let hasFailed = false;
  return new Promise<string>((resolve, reject) => {
    // The timer holds a reference to the page and all its data, so it must be cleared when rendering ends.
    const timer = setTimeout(() => abort(), limitMs).unref();
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        clearTimeout(timer);
        text(pipe(new PassThrough())).then(resolve, reject);
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
