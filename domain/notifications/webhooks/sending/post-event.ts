import { databaseClock } from '#platform/database-clock.ts';
import { OutboundError } from '#platform/http/user-address/outbound-error.ts';
import type { Connections } from '#platform/http/user-address/post-to-user-address.ts';
import { postEventToUserAddress } from '#platform/http/user-address/post-to-user-address.ts';
import { toStorableText } from '#platform/storable-text.browser.ts';
import { fixedHeaders } from './fixed-headers.browser.ts';
import type { Target } from './load-target.ts';
import { signPayload } from './sign-payload.ts';

/** How much of an answer is kept, in bytes. */
const keptBytes = 1_024;

/** What an attempt has led to. Only a status from 200 to 299 is a success. */
export type AttemptResult = {
  durationMs: number;
  /** Null if there was no usable answer. */
  status: number | null;
  /** Why it failed, as a sentence; null if it succeeded. */
  error: string | null;
  response: string | null;
  retryAfterSeconds: number | null;
  /** Whether the server was not reached, or did not answer in time. */
  isUnreachable: boolean;
};

/** Posts an event. Never throws because of the receiver. */
export async function postEvent(
  { id, body }: { id: string; body: string },
  { url, secrets }: Target,
  connections: Connections,
): Promise<AttemptResult> {
  const headers = {
    ...fixedHeaders,
    ...signPayload({ id, body, at: databaseClock.now() }, secrets),
  };
  const began = performance.now();
  const durationMs = () => Math.round(performance.now() - began);
  try {
    const answer = await postEventToUserAddress(url, { headers, body }, connections);
    const { status, text, retryAfterSeconds } = answer;
    const isSuccess = status >= 200 && status < 300;
    return {
      durationMs: durationMs(),
      status,
      error: isSuccess ? null : `The server answered ${status}.`,
      response: toStorableText(text, keptBytes),
      retryAfterSeconds,
      isUnreachable: false,
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return {
      ...{ durationMs: durationMs(), status: null, error: error.message },
      ...{ response: null, retryAfterSeconds: null, isUnreachable: true },
    };
  }
}
