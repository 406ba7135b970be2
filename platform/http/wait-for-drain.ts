import type { ServerResponse } from 'node:http';

/** Waits until the client has taken what was written to it so far, or is gone. */
export function waitForDrain(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}
