import { attemptBegun } from './route-modules.ts';
import { hideWaiting, showWaiting } from './waiting.ts';

/**
 * Loads a lazy part of a page, and waits while there is no connection. React caches the failure of a lazy component
 * permanently, so this promise never rejects.
 */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  const key = {};
  for (let failures = 1; ; failures += 1) {
    const nextRequest = attemptBegun();
    try {
      return await load();
    } catch {
      await Promise.race([nextRequest, waitForRetry(key, failures)]);
      hideWaiting(key);
    }
  }
}

const waitForRetry = (key: object, failures: number) =>
  new Promise<void>((resolve) => {
    const request = { why: 'lost', isForm: false, form: null } as const;
    showWaiting(key, { ...request, failures, sendAgain: resolve });
  });
