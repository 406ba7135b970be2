import { setTimeout as pause } from 'node:timers/promises';
import type { Requests } from './requests.ts';
import type { Dakiya } from './stack/dakiya.ts';

export type CodesResult = {
  requests: number;
  accepted: number;
  /** Milliseconds from the beginning of the request to the arrival at the handset. */
  times: number[];
  faults: string[];
};

/** The usual gap between two codes, and how much more or less it may be, in milliseconds. */
const gapMs = 50;
const spreadMs = 20;

const lookEveryMs = 250;
const patienceMs = 30_000;

/**
 * Sends codes to as many numbers, about twenty a second, without waiting for one before the next.
 *
 * The sandbox notes when a text arrives, by the same clock as ours, so it can be asked at leisure.
 */
export async function sendCodes(
  dakiya: Dakiya,
  requests: Requests,
  count: number,
): Promise<CodesResult> {
  const flights: Promise<Flight>[] = [];
  for (let i = 0; i < count; i++) {
    flights.push(sendCode(dakiya, requests.number()));
    await pause(gapMs + (Math.random() * 2 - 1) * spreadMs);
  }
  const flown = await Promise.all(flights);
  return {
    requests: count,
    accepted: flown.filter(({ accepted }) => accepted).length,
    times: flown.flatMap(({ ms }) => ms ?? []),
    faults: flown.flatMap(({ fault }) => fault ?? []),
  };
}

type Flight = { accepted: boolean; ms?: number; fault?: string };

async function sendCode({ url, headers, sandbox }: Dakiya, recipient: string): Promise<Flight> {
  const began = Date.now();
  const response = await fetch(`${url}/api/v1/messages/send-otp`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ recipient }),
  });
  const answer = await response.text();
  if (response.status !== 202) return { accepted: false, fault: `send-otp answered ${answer}` };

  for (const deadline = began + patienceMs; Date.now() < deadline; ) {
    await pause(lookEveryMs);
    const [at, ...more] = await sandbox.arrivals(recipient);
    if (more.length > 0)
      return { accepted: true, fault: `A code arrived ${more.length + 1} times` };
    if (at) return { accepted: true, ms: at - began };
  }
  return { accepted: true, fault: `A code did not arrive within ${patienceMs / 1_000} s` };
}
