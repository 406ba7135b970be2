import { setTimeout as pause } from 'node:timers/promises';
import type { Requests } from './requests.ts';
import type { SendResult } from './run-totals.ts';
import type { Dakiya } from './stack/dakiya.ts';

/** What is sent, and where. */
const kinds = {
  code: { path: 'send-otp', body: (recipient: string) => ({ recipient }) },
  message: {
    path: 'send-message',
    body: (recipient: string) => ({ recipient, message: 'Your table is ready.' }),
  },
};

type Kind = keyof typeof kinds;

/** The maximum deviation of a delay from the mean, as a share of it. */
const jitter = 0.4;

const pollIntervalMs = 250;
const timeoutMs = 30_000;

/**
 * Sends codes or messages to as many numbers, without waiting for one before the next.
 *
 * The sandbox records when a text arrives, by the same clock, so polling it slowly costs no accuracy.
 */
export async function sendTimed(
  dakiya: Pick<Dakiya, 'url' | 'headers' | 'sandbox'>,
  requests: Requests,
  kind: Kind,
  count: number,
  perSecond = 20,
): Promise<SendResult> {
  const sending: Promise<OneResult>[] = [];
  for (let i = 0; i < count; i++) {
    sending.push(sendOne(dakiya, kind, requests.number()));
    await pause((1_000 / perSecond) * (1 + (Math.random() * 2 - 1) * jitter));
  }
  const results = await Promise.all(sending);
  return {
    requests: count,
    accepted: results.filter(({ accepted }) => accepted).length,
    latencies: results.flatMap(({ ms }) => ms ?? []),
    errors: results.flatMap(({ error }) => error ?? []),
  };
}

type OneResult = { accepted: boolean; ms?: number; error?: string };

async function sendOne(
  { url, headers, sandbox }: Pick<Dakiya, 'url' | 'headers' | 'sandbox'>,
  kind: Kind,
  recipient: string,
): Promise<OneResult> {
  const { path, body } = kinds[kind];
  const began = Date.now();
  const response = await fetch(`${url}/api/v1/messages/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body(recipient)),
  });
  const answer = await response.text();
  if (response.status !== 202) return { accepted: false, error: `${path} returned ${answer}` };

  for (const deadline = began + timeoutMs; Date.now() < deadline; ) {
    await pause(pollIntervalMs);
    const [at, ...more] = await sandbox.arrivals(recipient);
    if (more.length > 0)
      return { accepted: true, error: `A ${kind} arrived ${more.length + 1} times` };
    if (at) return { accepted: true, ms: at - began };
  }
  return { accepted: true, error: `A ${kind} did not arrive within ${timeoutMs / 1_000} s` };
}
