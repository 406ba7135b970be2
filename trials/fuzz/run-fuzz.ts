import fc from 'fast-check';
import type { Actor } from '../actor.ts';
import { createFindings } from './findings.ts';
import type { FuzzContext } from './fuzz-context.ts';
import type { Names } from './fuzz-request.ts';
import { deriveSeed, shuffled } from './random.ts';
import { createSuspects } from './suspects.ts';
import type { Target } from './target.ts';

export type Plan = {
  seed: number;
  /** Requests in all, about as many at each target. */
  requests: number;
  /** The name of a target, if it is to be the only one. */
  only?: string | undefined;
  /** Requests to a target before the next one has its turn. */
  round: number;
  /** How many shoot at once. */
  lanes: number;
  /** Told when a tenth of the requests, or another, is over; nothing is sent meanwhile. */
  onTenth?: (sent: number) => Promise<void>;
};

/** What one target was answered. */
export type FuzzTotals = {
  target: Target;
  statuses: Map<number, number>;
  through: number;
  /** The answer that took longest, in milliseconds, and what it was for. */
  slowest: { ms: number; shot: string };
};

/**
 * Fires requests at every target, in rounds that take turns, and judges each answer. What is wrong is
 * made as small as it will go. The same seed makes the same requests; what the web knows by then may
 * differ, as several shoot at once.
 */
export async function runFuzz(range: FuzzContext, plan: Plan) {
  const targets = range.targets.filter(({ name }) => !plan.only || name === plan.only);
  if (targets.length === 0) throw new Error(`There is no target ${plan.only}.`);
  const tallies = new Map(
    targets.map((target) => [
      target,
      { target, statuses: new Map(), through: 0, slowest: { ms: 0, shot: '' } } as FuzzTotals,
    ]),
  );
  const findings = createFindings();
  const suspects = createSuspects();
  range.onLongTurn(suspects.accuse);
  const each = Math.ceil(plan.requests / targets.length);
  const rounds = shuffled(
    targets.flatMap((target) =>
      Array.from({ length: Math.ceil(each / plan.round) }, (_, i) => ({
        target,
        index: i,
        runs: Math.min(plan.round, each - i * plan.round),
      })),
    ),
    plan.seed,
  );
  let sent = 0;

  async function shoot(
    { target, index, runs }: (typeof rounds)[number],
    actor: Actor,
  ): Promise<void> {
    const seed = deriveSeed(plan.seed, target.name, index);
    const property = fc.asyncProperty(target.shots, async (shot) => {
      sent += 1;
      const fault = await fire(target, shot, actor.names);
      if (fault) throw new Error(fault);
    });
    const result = await fc.check(property, {
      numRuns: runs,
      seed,
      interruptAfterTimeLimit: 120_000,
    });
    if (!result.failed || !result.counterexample) return;
    const fault =
      result.errorInstance instanceof Error ? result.errorInstance.message : 'no answer';
    findings.add({ target: target.name, fault, shot: target.describe(result.counterexample[0]) });
  }

  async function fire(target: Target, shot: unknown, names: Names): Promise<string | null> {
    const tally = tallies.get(target);
    const began = performance.now();
    const end = suspects.begin(target, shot);
    try {
      const { status, requestId, isThrough, fault } = await target.fire(shot, names);
      tally?.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
      if (tally && isThrough) tally.through += 1;
      const ms = performance.now() - began;
      if (tally && ms > tally.slowest.ms) tally.slowest = { ms, shot: target.describe(shot) };
      findings.trace(requestId, () => `${target.name}\n${target.describe(shot)}`);
      return fault;
    } catch (error) {
      tally?.statuses.set(0, (tally.statuses.get(0) ?? 0) + 1);
      // Nothing is made smaller by waiting for it again and again.
      const fault = `there was no answer: ${error instanceof Error ? error.message : error}`;
      findings.add({ target: target.name, fault, shot: target.describe(shot) });
      return null;
    } finally {
      end();
    }
  }

  /** Who has signed themselves out, or shut themselves out, is followed by somebody new. */
  async function readyFor({ prepare }: Target, present: Actor | null): Promise<Actor> {
    if (present && (await present.isWell()) && (await prepared(present))) return present;
    const actor = await range.actor();
    await prepare?.(actor);
    return actor;

    async function prepared(actor: Actor): Promise<boolean> {
      try {
        await prepare?.(actor);
        return true;
      } catch (error) {
        // They have changed their password, say, and cannot sign in any more.
        if (error instanceof Error) return false;
        throw error;
      }
    }
  }

  const actors = Array.from({ length: plan.lanes }, (): Actor | null => null);

  async function lane(place: number, until: number): Promise<void> {
    while (rounds.length > until) {
      const next = rounds.pop() as (typeof rounds)[number];
      const actor = await readyFor(next.target, actors[place] ?? null);
      actors[place] = actor;
      await shoot(next, actor);
    }
  }

  const began = performance.now();
  const all = rounds.length;
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    const left = all - Math.ceil((all * tenth) / 10);
    await Promise.all(actors.map((_, place) => lane(place, left)));
    await plan.onTenth?.(sent);
  }
  return {
    sent,
    seconds: (performance.now() - began) / 1_000,
    tallies: [...tallies.values()],
    findings,
    suspects,
  };
}
