import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { logger } from '#platform/logger.ts';

type Options = {
  nonce: string | undefined;
  /** After so many milliseconds what is not rendered yet is given up. */
  limitMs: number;
};

/**
 * Renders a page whole: what it shows was loaded before, so there is nothing to wait for in parts.
 *
 * @returns its HTML, and whether a part of it could not be rendered
 * @throws what React threw if there is nothing to show
 */
export function renderWhole(
  page: ReactElement,
  { nonce, limitMs }: Options,
): Promise<{ html: string; hasFailed: boolean }> {
  let hasFailed = false;
  return new Promise<string>((resolve, reject) => {
    // It holds the page and all that was loaded for it, so it must not outlive the rendering.
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
