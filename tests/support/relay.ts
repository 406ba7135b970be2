import { onTestFinished } from 'vitest';
import { openRelay } from '#trials/stack/relay.ts';

/** A relay that is gone when the test is over. */
export async function startRelay(...args: Parameters<typeof openRelay>) {
  const relay = await openRelay(...args);
  onTestFinished(relay.close);
  return relay;
}
