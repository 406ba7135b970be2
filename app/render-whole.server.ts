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
 * Renders a page completely: its data is already loaded, so streaming would gain nothing.
 *
 * @returns the HTML, and whether a part of the page failed to render
 * @throws the error of React if the page could not be rendered at all
 */
export function renderWhole(
  page: ReactElement,
  { nonce, limitMs }: Options,
): Promise<{ html: string; hasFailed: boolean }> {
  let hasFailed = false;
  return new Promise<string>((resolve, reject) => {
    // The timer references the page and all its data, so it must be cleared when rendering ends.
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
