import { setTimeout as pause } from 'node:timers/promises';
import type { Requests } from './requests.ts';
import type { Dakiya } from './stack/dakiya.ts';

export type CodesResult = {
  requests: number;
  accepted: number;
  /** Milliseconds from the beginning of the request to the arrival at the handset. */
  times: number[];
  errors: string[];
};

/** The mean delay between two codes, and its maximum deviation. */
const delayMs = 50;
const jitterMs = 20;

const pollIntervalMs = 250;
const timeoutMs = 30_000;

/**
 * Sends codes to as many numbers, about twenty per second, without waiting for one before the next.
 *
 * The sandbox records when a text arrives, by the same clock, so polling it slowly costs no accuracy.
 */
export async function sendCodes(
  dakiya: Dakiya,
  requests: Requests,
  count: number,
): Promise<CodesResult> {
  const sending: Promise<CodeResult>[] = [];
  for (let i = 0; i < count; i++) {
    sending.push(sendCode(dakiya, requests.number()));
    await pause(delayMs + (Math.random() * 2 - 1) * jitterMs);
  }
  const results = await Promise.all(sending);
  return {
    requests: count,
    accepted: results.filter(({ accepted }) => accepted).length,
    times: results.flatMap(({ ms }) => ms ?? []),
    errors: results.flatMap(({ error }) => error ?? []),
  };
}

type CodeResult = { accepted: boolean; ms?: number; error?: string };

async function sendCode({ url, headers, sandbox }: Dakiya, recipient: string): Promise<CodeResult> {
  const began = Date.now();
  const response = await fetch(`${url}/api/v1/messages/send-otp`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ recipient }),
  });
  const answer = await response.text();
  if (response.status !== 202) return { accepted: false, error: `send-otp returned ${answer}` };

  for (const deadline = began + timeoutMs; Date.now() < deadline; ) {
    await pause(pollIntervalMs);
    const [at, ...more] = await sandbox.arrivals(recipient);
    if (more.length > 0)
      return { accepted: true, error: `A code arrived ${more.length + 1} times` };
    if (at) return { accepted: true, ms: at - began };
  }
  return { accepted: true, error: `A code did not arrive within ${timeoutMs / 1_000} s` };
}
