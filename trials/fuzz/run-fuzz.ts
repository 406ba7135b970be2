import fc from 'fast-check';
import { deriveSeed, shuffled } from '#tests/support/random.ts';
import type { Actor } from './actor.ts';
import { createFindings } from './findings.ts';
import type { FuzzContext } from './fuzz-context.ts';
import { createSuspects } from './suspects.ts';
import type { Target } from './target.ts';

type Plan = {
  seed: number;
  /** The total number of requests, which are distributed evenly over the targets. */
  requests: number;
  /**
   * The name of a target, or the first word of the names of several targets. Requests are sent only to these targets.
   */
  only?: string | undefined;
  /** The number of requests to a target before the next target. */
  round: number;
  /** How many accounts send at the same time. */
  concurrency: number;
  /** Called after each tenth of the requests. No further request is sent until it resolves. */
  onTenth?: (sent: number) => Promise<void>;
};

/** The number of responses of a target by status. The status is 0 for a request without a response. */
export type Totals = { succeeded: number; statuses: Map<number, number> };

type Round = { target: Target; index: number; runs: number };

/**
 * Sends requests to every target, in rounds in random order, and checks each response. A request that shows a problem is
 * shrunk. The same seed generates the same requests, but because several accounts send concurrently, the state of the
 * database may differ.
 */
export async function runFuzz(context: FuzzContext, plan: Plan) {
  const targets = context.targets.filter(
    ({ name }) => !plan.only || name === plan.only || name.startsWith(`${plan.only} `),
  );
  if (targets.length === 0) throw new Error(`There is no target ${plan.only}.`);
  const findings = createFindings();
  const suspects = createSuspects();
  context.onLongTurn(suspects.addLongTurn);
  const totals = new Map(
    targets.map(({ name }): [string, Totals] => [name, { succeeded: 0, statuses: new Map() }]),
  );
  const each = Math.ceil(plan.requests / targets.length);
  const rounds = shuffled(
    targets.flatMap((target) =>
      Array.from({ length: Math.ceil(each / plan.round) }, (_, index): Round => {
        return { target, index, runs: Math.min(plan.round, each - index * plan.round) };
      }),
    ),
    plan.seed,
  );
  let sent = 0;

  /** @returns the problem of the response */
  async function sendOne(target: Target, request: unknown, actor: Actor): Promise<string | null> {
    sent += 1;
    const end = suspects.begin(target, request);
    const count = (status: number, isSuccess: boolean) => {
      const own = totals.get(target.name);
      own?.statuses.set(status, (own.statuses.get(status) ?? 0) + 1);
      if (own && isSuccess) own.succeeded += 1;
    };
    try {
      const { status, requestId, succeeded, problem } = await target.send(request, actor.names);
      count(status, succeeded);
      findings.trace(requestId, () => `${target.name}\n${target.describe(request)}`);
      return problem;
    } catch (error) {
      count(0, false);
      // The problem is not thrown, because fast-check would then shrink the request and wait for the timeout at each
      // attempt.
      const problem = `there was no response: ${error instanceof Error ? error.message : error}`;
      findings.add({ target: target.name, problem, request: target.describe(request) });
      return null;
    } finally {
      end();
    }
  }

  async function sendRound({ target, index, runs }: Round, actor: Actor): Promise<void> {
    const property = fc.asyncProperty(target.requests, async (request) => {
      const problem = await sendOne(target, request, actor);
      if (problem) throw new Error(problem);
    });
    const { counterexample, errorInstance } = await fc.check(property, {
      seed: deriveSeed(plan.seed, target.name, index),
      numRuns: runs,
      interruptAfterTimeLimit: 120_000,
    });
    if (!counterexample) return;
    findings.add({
      target: target.name,
      problem: errorInstance instanceof Error ? errorInstance.message : 'no response',
      request: target.describe(counterexample[0]),
    });
  }

  /** Returns the account, or a new one if requests have logged out or locked out the current one. */
  async function prepareActor({ prepare }: Target, present: Actor | undefined): Promise<Actor> {
    if (present && (await present.isUsable())) {
      try {
        await prepare?.(present);
        return present;
      } catch (error) {
        // A request may have changed the password, so that the account can no longer log in.
        if (!(error instanceof Error)) throw error;
      }
    }
    const actor = await context.actor();
    await prepare?.(actor);
    return actor;
  }

  const actors: (Actor | undefined)[] = Array.from({ length: plan.concurrency });

  async function runActor(i: number, left: number): Promise<void> {
    while (rounds.length > left) {
      const next = rounds.pop() as Round;
      const actor = await prepareActor(next.target, actors[i]);
      actors[i] = actor;
      await sendRound(next, actor);
    }
  }

  const began = performance.now();
  const all = rounds.length;
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    const left = all - Math.ceil((all * tenth) / 10);
    await Promise.all(actors.map((_, i) => runActor(i, left)));
    await plan.onTenth?.(sent);
  }
  const seconds = (performance.now() - began) / 1_000;
  return { sent, seconds, totals, findings, suspects };
}
