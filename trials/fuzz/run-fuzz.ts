import fc from 'fast-check';
import { deriveSeed, shuffled } from '#tests/support/random.ts';
import type { Actor } from './actor.ts';
import { createFindings } from './findings.ts';
import type { FuzzContext } from './fuzz-context.ts';
import type { Names } from './send.ts';
import { createSuspects } from './suspects.ts';
import type { Target } from './target.ts';

export type Plan = {
  seed: number;
  /** The total number of requests, distributed evenly over the targets. */
  requests: number;
  /** The name of the only target. */
  only?: string | undefined;
  /** Requests to a target before the next target. */
  round: number;
  /** How many accounts send at the same time. */
  concurrency: number;
  /** Called after each tenth of the requests; nothing is sent until it resolves. */
  onTenth?: (sent: number) => Promise<void>;
};

/** The responses of one target. */
export type FuzzTotals = {
  target: Target;
  statuses: Map<number, number>;
  succeeded: number;
  /** The slowest response and its request. */
  slowest: { ms: number; request: string };
};

/**
 * Sends requests to every target, in rounds in random order, and checks each response. A failing request
 * is shrunk. The same seed generates the same requests; the database's state may differ, as several
 * accounts send concurrently.
 */
export async function runFuzz(context: FuzzContext, plan: Plan) {
  const targets = context.targets.filter(({ name }) => !plan.only || name === plan.only);
  if (targets.length === 0) throw new Error(`There is no target ${plan.only}.`);
  const totals = new Map(
    targets.map((target) => [
      target,
      { target, statuses: new Map(), succeeded: 0, slowest: { ms: 0, request: '' } } as FuzzTotals,
    ]),
  );
  const findings = createFindings();
  const suspects = createSuspects();
  context.onLongTurn(suspects.addLongTurn);
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

  async function sendRound(
    { target, index, runs }: (typeof rounds)[number],
    actor: Actor,
  ): Promise<void> {
    const seed = deriveSeed(plan.seed, target.name, index);
    const property = fc.asyncProperty(target.requests, async (request) => {
      sent += 1;
      const problem = await sendOne(target, request, actor.names);
      if (problem) throw new Error(problem);
    });
    const result = await fc.check(property, {
      numRuns: runs,
      seed,
      interruptAfterTimeLimit: 120_000,
    });
    if (!result.failed || !result.counterexample) return;
    const problem =
      result.errorInstance instanceof Error ? result.errorInstance.message : 'no response';
    findings.add({
      target: target.name,
      problem,
      request: target.describe(result.counterexample[0]),
    });
  }

  async function sendOne(target: Target, request: unknown, names: Names): Promise<string | null> {
    const own = totals.get(target);
    const began = performance.now();
    const end = suspects.begin(target, request);
    try {
      const { status, requestId, succeeded, problem } = await target.send(request, names);
      own?.statuses.set(status, (own.statuses.get(status) ?? 0) + 1);
      if (own && succeeded) own.succeeded += 1;
      const ms = performance.now() - began;
      if (own && ms > own.slowest.ms) own.slowest = { ms, request: target.describe(request) };
      findings.trace(requestId, () => `${target.name}\n${target.describe(request)}`);
      return problem;
    } catch (error) {
      own?.statuses.set(0, (own.statuses.get(0) ?? 0) + 1);
      // Not thrown: shrinking would wait for the timeout each time.
      const problem = `there was no response: ${error instanceof Error ? error.message : error}`;
      findings.add({ target: target.name, problem, request: target.describe(request) });
      return null;
    } finally {
      end();
    }
  }

  /** Returns the account, or a new one if its requests have logged it out or locked it out. */
  async function prepareActor({ prepare }: Target, present: Actor | null): Promise<Actor> {
    if (present && (await present.isUsable()) && (await prepared(present))) return present;
    const actor = await context.actor();
    await prepare?.(actor);
    return actor;

    async function prepared(actor: Actor): Promise<boolean> {
      try {
        await prepare?.(actor);
        return true;
      } catch (error) {
        // A request may have changed the password, so that the account can no longer log in.
        if (error instanceof Error) return false;
        throw error;
      }
    }
  }

  const actors = Array.from({ length: plan.concurrency }, (): Actor | null => null);

  async function runActor(place: number, until: number): Promise<void> {
    while (rounds.length > until) {
      const next = rounds.pop() as (typeof rounds)[number];
      const actor = await prepareActor(next.target, actors[place] ?? null);
      actors[place] = actor;
      await sendRound(next, actor);
    }
  }

  const began = performance.now();
  const all = rounds.length;
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    const left = all - Math.ceil((all * tenth) / 10);
    await Promise.all(actors.map((_, place) => runActor(place, left)));
    await plan.onTenth?.(sent);
  }
  return {
    sent,
    seconds: (performance.now() - began) / 1_000,
    totals: [...totals.values()],
    findings,
    suspects,
  };
}
