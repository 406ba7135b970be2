import { attemptBegun } from './route-modules.ts';
import { hideWaiting, showWaiting } from './waiting.ts';

/**
 * Loads a part of a page that comes when it is opened, and waits for the connection where it breaks. React
 * keeps what a lazy component failed with for good, so this one never fails.
 */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  const key = {};
  for (let failures = 1; ; failures += 1) {
    const pageAsked = attemptBegun();
    try {
      return await load();
    } catch {
      await Promise.race([pageAsked, pressed(key, failures)]);
      hideWaiting(key);
    }
  }
}

const pressed = (key: object, failures: number) =>
  new Promise<void>((resolve) => {
    const shown = { why: 'lost', isForm: false, form: null } as const;
    showWaiting(key, { ...shown, failures, sendAgain: resolve });
  });
