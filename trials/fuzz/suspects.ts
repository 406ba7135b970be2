import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LongTurn, ProbedStack } from '#tests/harness/probe.ts';
import type { Finding } from './findings.ts';
import type { FuzzContext } from './fuzz-context.ts';
import type { Target } from './target.ts';

/** The maximum processor time of one iteration of the web's event loop, in milliseconds. */
export const maxTurnMs = 50;

/** How many of the last requests are stored after their response: a long turn is reported after it ended. */
const maxRecentRequests = 500;

/** Suspects per target: those in flight in the longest turns. */
const perTarget = 3;

/** How often a suspect is repeated alone. The median excludes one garbage collection. */
const repeats = 3;

/** The time in which work after the response, such as enqueueing jobs, ends. */
const restMs = 300;

type Sent = { target: Target; request: unknown; from: number; to: number };
type Suspect = { target: Target; request: unknown; ms: number };

/** A suspect that was repeated alone: `aloneMs` is the median of its longest turns. */
export type Confirmed = { target: string; request: string; firstMs: number; aloneMs: number };

/**
 * Finds the requests that block the web's event loop. Several requests are in flight in a long turn, and code that runs
 * for the first time is also compiled in it. So each of these requests is only a suspect: `confirm` repeats them one by
 * one, from a new account.
 */
export function createSuspects() {
  const sent = new Set<Sent>();
  const suspects = new Map<Target, Suspect[]>();
  const turns: LongTurn[] = [];

  return {
    /** Stores a request. @returns a function to call when its response has arrived */
    begin(target: Target, request: unknown): () => void {
      const entry: Sent = { target, request, from: Date.now(), to: Number.POSITIVE_INFINITY };
      sent.add(entry);
      if (sent.size > maxRecentRequests) {
        const [oldest] = sent;
        if (oldest) sent.delete(oldest);
      }
      return () => {
        entry.to = Date.now();
      };
    },
    /** Adds the requests in flight in a long turn to the suspects. */
    addLongTurn(turn: LongTurn): void {
      turns.push(turn);
      const { ms, from, to } = turn;
      for (const { target, request, ...under } of sent) {
        if (under.from > to || under.to < from) continue;
        const known = suspects.get(target) ?? [];
        const all = [...known.filter((one) => one.request !== request), { target, request, ms }];
        suspects.set(target, all.sort((a, b) => b.ms - a.ms).slice(0, perTarget));
      }
    },
    /** The long turns, longest first. */
    turns: () => turns.toSorted((a, b) => b.ms - a.ms),
    list: () => [...suspects.values()].flat(),
  };
}

/** Repeats suspects, each alone, and measures the web's longest turn. */
export async function confirm(
  stack: ProbedStack,
  context: FuzzContext,
  suspects: Suspect[],
): Promise<Confirmed[]> {
  const confirmed: Confirmed[] = [];
  for (const { target, request, ms } of suspects) {
    const actor = await context.actor();
    const turns: number[] = [];
    for (let i = 0; i < repeats; i += 1) {
      await target.prepare?.(actor);
      await pause(restMs);
      await stack.read('web');
      await target.send(renewed(request), actor.names);
      await pause(restMs);
      turns.push((await stack.read('web')).longestTurnMs ?? 0);
    }
    const aloneMs = turns.sort((a, b) => a - b)[Math.floor(repeats / 2)] ?? 0;
    confirmed.push({
      target: target.name,
      request: target.describe(request),
      firstMs: ms,
      aloneMs,
    });
  }
  return confirmed.sort((a, b) => b.aloneMs - a.aloneMs);
}

/** A finding for each suspect that blocks the event loop again when repeated. */
export const turnFindings = (confirmed: Confirmed[]): Finding[] =>
  confirmed
    .filter(({ aloneMs }) => aloneMs > maxTurnMs)
    .map(({ target, request, aloneMs }) => ({
      target,
      request,
      problem: `it takes ${aloneMs.toFixed(0)} ms of the web's processor time in one turn of the event loop; the maximum is ${maxTurnMs} ms`,
    }));

/** The same request with a new idempotency key: with the old one the web returns the stored response. */
function renewed(request: unknown): unknown {
  if (typeof request !== 'object' || request === null || !('headers' in request)) return request;
  const headers = (request.headers as [string, string][]).map(([name, value]) =>
    name === 'idempotency-key' ? [name, randomUUID()] : [name, value],
  );
  return { ...request, headers };
}
