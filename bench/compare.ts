import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '#platform/ids.ts';
import { inherited } from '#scripts/environment.ts';
import { root } from '#scripts/root.ts';
import { runCommand } from '#scripts/services/child.ts';
import { printLine, step } from '#scripts/stack/terminal.ts';
import { checkDelivered, untilDelivered } from './checks.ts';
import { createSender, getEmpty, getRefused, type LoadResult } from './load.ts';
import { createProcessorClock } from './processes.ts';
import { type CommitComparison, comparisonOfCommits } from './report.ts';
import { type Bench, type Dakiya, run, unlimited, withDakiya } from './run.ts';

type Subject = 'refused' | 'login' | 'single' | 'delivered';

/** Number of requests of each kind per round; for `delivered`, number of messages. */
type Counts = Partial<Record<Subject, number>>;

type Side = ReturnType<typeof createSide>;

/** Creates one of the two compared installations. */
export function createSide(dakiya: Dakiya) {
  const sender = createSender(dakiya);
  const { totals } = sender;
  const first = newId('msg', Date.now());
  const clocks = new Map<Subject, ReturnType<typeof createProcessorClock>>();
  const rates = new Map<Subject, { count: number; ms: number }>();
  const errors: string[] = [];
  let pids: Parameters<typeof createProcessorClock>[0] = dakiya.pids;

  async function countRequests(sending: Promise<LoadResult>) {
    const result = await sending;
    errors.push(...result.errors);
    return { accepted: result.requests };
  }
  const work: Record<Subject, (count: number) => Promise<{ accepted: number }>> = {
    refused: (count) => countRequests(getRefused(`${dakiya.url}/api/v1/balance`, count)),
    login: (count) => countRequests(getEmpty(`${dakiya.url}/login`, count)),
    single: sender.singles,
    async delivered(count) {
      const sent = await sender.batches(count);
      await untilDelivered(dakiya, totals.messages, first);
      return sent;
    },
  };
  return {
    totals,
    errors: () => [...errors, ...totals.errors],
    warmUp: (subject: Subject, count: number) => work[subject](count),
    async measure(subject: Subject, count: number): Promise<void> {
      const clock = clocks.get(subject) ?? createProcessorClock(pids);
      clocks.set(subject, clock);
      const rate = rates.get(subject) ?? { count: 0, ms: 0 };
      rates.set(subject, rate);
      const began = performance.now();
      rate.count += (await clock.measure(() => work[subject](count))).accepted;
      rate.ms += performance.now() - began;
    },
    /** Starts a worker, and delivers the queued messages. */
    async startWorker(): Promise<void> {
      const worker = await dakiya.startWorker();
      pids = { ...pids, worker: worker.pid };
      await untilDelivered(dakiya, totals.messages, first);
    },
    /**
     * Returns the requests per second, and the processor time per request in milliseconds: of the web server, of the worker,
     * and of the whole product.
     */
    result(subject: Subject) {
      const { count, ms } = rates.get(subject) ?? { count: 0, ms: 1 };
      const [time] = clocks.get(subject)?.result('') ?? [];
      return {
        perSecond: count / (ms / 1_000),
        web: time?.ms.web ?? 0,
        worker: time?.ms.worker ?? 0,
        product: time?.product ?? 0,
      };
    },
  };
}

/**
 * How long to wait, in milliseconds, until a process has done what it does only once, such as loading the code of its first
 * export of traces.
 */
const settleMs = 3_000;

/** Measures two installations alternately, so that other work on the machine affects both equally. */
export async function alternate(sides: [Side, Side], counts: Counts, rounds: number) {
  const all = Object.entries(counts) as [Subject, number][];
  // The warm-up is not counted, because the JIT compiler must optimise the code first.
  await step('Warming up', async () => {
    for (const side of sides) for (const [name, count] of all) await side.warmUp(name, count);
    await pause(settleMs);
  });
  for (let i = 1; i <= rounds; i += 1) {
    const inTurn = i % 2 === 0 ? sides.toReversed() : sides;
    await step(`Round ${i} of ${rounds}: ${all.map(([name]) => name).join(', ')}`, async () => {
      for (const [name, count] of all) for (const side of inTurn) await side.measure(name, count);
    });
  }
}

/** An installation to measure: its further settings, and the built checkout that it runs (by default this checkout). */
type Installation = { settings?: Record<string, string>; tree?: string };

/** How much is measured per round. `delivered` is measured after the requests, because it needs a worker. */
type Amounts = { requests: Counts; delivered: number; rounds: number };

type Result = ReturnType<Side['result']>;

/**
 * Measures two installations alternately while both run, each with a separate PostgreSQL and Redis. Then starts and
 * measures them again in the other order: of two equal installations, one takes up to a tenth more processor time,
 * depending on which was started first.
 *
 * @returns for each installation the mean results of both times, by subject, and a sentence for each error
 */
export async function compareInTurns(
  bench: Bench,
  [one, other]: [Installation, Installation],
  amounts: Amounts,
) {
  const errors: string[] = [];
  async function measure(first: Installation, second: Installation) {
    const limitsOf = ({ settings = {} }: Installation) => ({ ...unlimited, settings });
    return withDakiya(
      bench,
      limitsOf(first),
      (dakiya) =>
        withDakiya(
          bench,
          limitsOf(second),
          async (next) => {
            const sides: [Side, Side] = [createSide(dakiya), createSide(next)];
            await measureSides(sides, amounts);
            for (const side of sides) errors.push(...side.errors());
            // An older checkout may have other tables.
            if (!first.tree) errors.push(...(await checkSide(dakiya, sides[0])));
            if (!second.tree) errors.push(...(await checkSide(next, sides[1])));
            return sides;
          },
          second.tree,
        ),
      first.tree,
    );
  }
  const [a, b] = await measure(one, other);
  const [c, d] = await measure(other, one);
  return { results: [meanOf(a, d), meanOf(b, c)] as const, errors };
}

async function measureSides(sides: [Side, Side], { requests, delivered, rounds }: Amounts) {
  await alternate(sides, requests, rounds);
  for (const side of sides) await step('Delivering what was accepted', () => side.startWorker());
  await alternate(sides, { delivered }, rounds);
}

const checkSide = (dakiya: Dakiya, { totals }: Side) =>
  checkDelivered(dakiya, { ...totals, errors: [] });

const meanOf =
  (one: Side, other: Side) =>
  (subject: Subject): Result => {
    const [a, b] = [one.result(subject), other.result(subject)];
    return {
      perSecond: (a.perSecond + b.perSecond) / 2,
      web: (a.web + b.web) / 2,
      worker: (a.worker + b.worker) / 2,
      product: (a.product + b.product) / 2,
    };
  };

/** The name of each kind of request in the table. */
const titles: Record<Subject, string> = {
  refused: 'call without a key, refused',
  login: 'page /login',
  single: 'accepted, one per request',
  delivered: 'from accept to receipt recorded, 100 per request',
};

/** Measures the processor time of a request in this checkout and at another commit. */
export function runComparison(commit: string): void {
  run((bench) =>
    withOtherTree(commit, async (tree, id) => {
      const { results, errors } = await compareInTurns(bench, [{}, { tree }], {
        requests: { refused: 6_000, login: 1_500, single: 3_000 },
        delivered: 4_000,
        rounds: 4,
      });
      const lines = Object.entries(titles).flatMap(([name, what]): CommitComparison[] => {
        const [now, before] = results.map((resultOf) => resultOf(name as Subject));
        return (['web', 'product'] as const).map((of) => ({
          what: `${what}: ${of}`,
          now: now?.[of] ?? 0,
          before: before?.[of] ?? 0,
        }));
      });
      printLine(`\n${comparisonOfCommits(id, lines)}\n`);
      return errors;
    }),
  );
}

/**
 * Builds another commit of this repository in a temporary folder, which is removed afterwards. If both commits have the same
 * packages, the folder links to the packages of this checkout; otherwise npm installs them.
 *
 * @param commit any revision that Git accepts
 * @param use called with the folder and the commit's short id
 * @throws Error if there is no such commit, or it cannot be built
 */
async function withOtherTree<T>(
  commit: string,
  use: (tree: string, id: string) => Promise<T>,
): Promise<T> {
  const git = (...args: string[]) =>
    runCommand({ name: `git ${args[0]}`, command: 'git', args, env: inherited, cwd: root });
  const wanted = ['--short', '--verify', '--end-of-options', `${commit}^{commit}`];
  const [id = ''] = await git('rev-parse', ...wanted);
  const tree = await mkdtemp(join(tmpdir(), 'dakiya-compare-'));
  try {
    await git('clone', '--quiet', '--no-checkout', root, tree);
    await git('-C', tree, 'checkout', '--quiet', '--detach', id);
    await step(`Building ${id}, for minutes`, async () => {
      if (await haveSamePackages(tree)) {
        const args = ['-al', join(root, 'node_modules'), join(tree, 'node_modules')];
        await runCommand({ name: 'cp', command: 'cp', args, env: inherited, cwd: root });
      }
      await runCommand({
        name: `The build of ${id}`,
        command: process.execPath,
        args: ['scripts/run.mjs', 'build'],
        env: inherited,
        cwd: tree,
      });
    });
    return await use(tree, id);
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}

async function haveSamePackages(tree: string): Promise<boolean> {
  const read = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8');
  const [here, there] = await Promise.all([read(root), read(tree)]);
  return here === there;
}
