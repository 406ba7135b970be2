import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LongTurn } from '../stack/probe.ts';
import type { Product } from '../stack/product.ts';
import type { Finding } from './findings.ts';
import type { FuzzContext } from './fuzz-context.ts';
import type { Target } from './target.ts';

/** The most processor time that a request may take of the web in one turn of its event loop, in ms. */
export const maxTurnMs = 50;

/** Requests that are remembered after their answer: a turn is known a little after it ended. */
const remembered = 500;

/** Of one target, those that were under way in its longest turns. */
const perTarget = 3;

/** Times that a suspect is sent alone. Half of them may meet a collection of garbage. */
const repeats = 3;

/** Work that goes on after the answer, such as telling the worker, is over by then. */
const restMs = 300;

type Sent = { target: Target; shot: unknown; from: number; to: number };
type Suspect = { target: Target; shot: unknown; ms: number };

/** A suspect that was sent alone: what its turns took, the one in the middle of `repeats`. */
export type Confirmed = { target: string; shot: string; firstMs: number; againMs: number };

/**
 * Finds the requests that hold the web. While several are under way nobody knows whose a long turn was,
 * and the first time that something is done code is loaded and compiled: so whoever was under way in a
 * long turn is suspected, and afterwards sent again, alone, by somebody new.
 */
export function createSuspects() {
  const sent = new Set<Sent>();
  const suspects = new Map<Target, Suspect[]>();
  let turns = 0;
  let longest = 0;

  return {
    /** Remembers a request from now on. @returns what is called when its answer is there */
    begin(target: Target, shot: unknown): () => void {
      const entry: Sent = { target, shot, from: Date.now(), to: Number.POSITIVE_INFINITY };
      sent.add(entry);
      if (sent.size > remembered) {
        const [oldest] = sent;
        if (oldest) sent.delete(oldest);
      }
      return () => {
        entry.to = Date.now();
      };
    },
    /** Suspects everything that was under way in a turn. */
    accuse({ ms, from, to }: LongTurn): void {
      turns += 1;
      longest = Math.max(longest, ms);
      for (const { target, shot, ...under } of sent) {
        if (under.from > to || under.to < from) continue;
        const known = suspects.get(target) ?? [];
        const all = [...known.filter((one) => one.shot !== shot), { target, shot, ms }];
        suspects.set(target, all.sort((a, b) => b.ms - a.ms).slice(0, perTarget));
      }
    },
    /** How many turns were long, and the longest in ms. */
    seen: () => ({ turns, longest }),
    list: () => [...suspects.values()].flat(),
  };
}

/** Sends suspects again, each alone, and measures the web's longest turn meanwhile. */
export async function confirm(
  product: Product,
  range: FuzzContext,
  suspects: Suspect[],
): Promise<Confirmed[]> {
  const confirmed: Confirmed[] = [];
  for (const { target, shot, ms } of suspects) {
    const actor = await range.actor();
    const turns: number[] = [];
    for (let i = 0; i < repeats; i += 1) {
      await target.prepare?.(actor);
      await pause(restMs);
      await product.read('web');
      await target.fire(renewed(shot), actor.names);
      await pause(restMs);
      turns.push((await product.read('web')).longestTurnMs ?? 0);
    }
    const againMs = turns.sort((a, b) => a - b)[Math.floor(repeats / 2)] ?? 0;
    confirmed.push({ target: target.name, shot: target.describe(shot), firstMs: ms, againMs });
  }
  return confirmed.sort((a, b) => b.againMs - a.againMs);
}

/** What holds the web every time. */
export const turnFindings = (confirmed: Confirmed[]): Finding[] =>
  confirmed
    .filter(({ againMs }) => againMs > maxTurnMs)
    .map(({ target, shot, againMs }) => ({
      target,
      shot,
      fault: `it takes ${againMs.toFixed(0)} ms of the web's processor time in one turn of the event loop, where ${maxTurnMs} are allowed`,
    }));

/** The same request under another idempotency key: what is remembered is no work. */
function renewed(shot: unknown): unknown {
  if (typeof shot !== 'object' || shot === null || !('headers' in shot)) return shot;
  const headers = (shot.headers as [string, string][]).map(([name, value]) =>
    name === 'idempotency-key' ? [name, randomUUID()] : [name, value],
  );
  return { ...shot, headers };
}
