import { parseArgs } from 'node:util';
import { aligned, percentile } from '#bench/report.ts';
import { showBuild } from '#scripts/bundle/build.ts';
import { supervise } from '#scripts/stack/supervise.ts';
import { colorize, printLine } from '#scripts/stack/terminal.ts';
import { conclude } from '../conclude.ts';
import { type Held, heldKinds, holdFaults, runChaos } from './chaos.ts';
import { rollingRestart } from './rolling.ts';
import type { TrialResult } from './under-load.ts';

const usage = `
npm run chaos                    1,000 random faults: about five minutes
npm run chaos -- --faults 200    200
npm run chaos -- --minutes 2     no fault begins after two minutes
npm run chaos -- --seed 42       the faults of an earlier run
npm run chaos -- --hold          eight outages, each held for a minute: about 15 minutes
npm run chaos -- --hold --only OOM --seconds 20    those whose name has OOM, for 20 seconds
`.trim();

/** The result of a trial without problems. */
const right = 'Nothing lost, nothing doubled, no 500, quotas exact.';

const log = (line: string) => printLine(`    ${line}`);

/**
 * Runs random faults, or the outages one after the other, and prints the counts. Exits with 0, or with 1 if a count is
 * wrong.
 */
export function chaos(): void {
  const { values } = parseArgs({
    options: {
      faults: { type: 'string', default: '1000' },
      minutes: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 2_147_483_647) },
      hold: { type: 'boolean' },
      seconds: { type: 'string', default: '60' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    printLine(usage);
    return;
  }
  const [seed, faults] = [Number(values.seed), Number(values.faults)];
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
  supervise(async (register) => {
    const what = values.hold ? 'held faults' : `${faults} faults, seed ${seed}`;
    printLine(`\n  ${colorize('bold', 'Dakiya chaos test')}, ${what}\n`);
    await showBuild();
    const options = { register, log };
    if (values.hold) {
      const only = heldKinds.filter((kind) => kind.includes(values.only));
      if (only.length === 0) throw new Error(`--only: one of ${heldKinds.join(', ')}`);
      const result = await holdFaults({ ...options, only, seconds: Number(values.seconds) });
      printHeld(result.held);
      return conclude(result.problems, right);
    }
    const result = await runChaos({ ...options, seed, faults, minutes });
    printLines([
      ...[...result.faults].toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ...linesOf(result),
    ]);
    const code = conclude(result.problems, right);
    if (code > 0)
      printLine(`\n  Run it again: npm run chaos -- --faults ${faults} --seed ${seed}\n`);
    return code;
  });
}

/**
 * Restarts all processes step by step on a cluster of three masters, each with a replica, and prints the result. Exits
 * with 1 if a message was lost or sent twice, if a request failed, or if a process stopped too slowly; otherwise with
 * 0.
 *
 * @param rounds how often every process is restarted
 */
export function rolling(rounds: number): void {
  supervise(async (register) => {
    await showBuild();
    const result = await rollingRestart({
      ...{ register, log, rounds, callers: 16, replicas: true, crashes: 3, drainSeconds: 3 },
      outages: [
        // The replica of this node takes over.
        { nodes: [0], ms: 8_000 },
        // A master and its replica are stopped. So a third of the slots is unavailable, and therefore the whole cluster
        // is unavailable.
        { nodes: [1, 4], ms: 5_000 },
      ],
    });
    const { latencies, slowest } = result;
    const part = (share: number) => Math.round(percentile(latencies, share));
    printLines([
      ['processes restarted', result.restarts],
      ['crashes of PostgreSQL', result.crashes],
      ['calls completed', latencies.length],
      ['duration of a call, p50 and p99', `${part(0.5)} and ${part(0.99)} ms`],
      ['connections refused, sent to the other web', result.refused],
      ...linesOf(result),
      ['slowest stop of a web', `${Math.round(slowest.web)} ms`],
      ['slowest stop of a worker', `${Math.round(slowest.worker)} ms`],
      ['slowest recovery of PostgreSQL', `${Math.round(slowest.recovery)} ms`],
    ]);
    return conclude(result.problems, right);
  });
}

type Line = [what: string, count: number | string];

/** Returns the lines with the counts that every trial has. */
const linesOf = ({ answers, states, carrierAccepted, diskFull, errors }: TrialResult): Line[] => [
  ['writes that found the disk full', diskFull ?? 'skipped'],
  ['requests', answers.requests],
  ['without a response, sent again', answers.unanswered],
  ['503, sent again', answers.unavailable],
  ['calls repeated after their response', answers.repeated],
  ['messages accepted', answers.accepted.size],
  ...Object.entries(states).map(([state, count]): Line => [`messages ${state}`, count]),
  ['segments that the carrier accepted', carrierAccepted],
  ...[...errors].map(([error, count]): Line => [`logged: ${error.slice(0, 60)}`, count]),
];

function printLines(lines: Line[]): void {
  printLine('');
  for (const [what, count] of lines) printLine(`  ${what.padEnd(44)} ${count}`);
}

const columns: Record<string, (held: Held) => number | string> = {
  'held fault': ({ kind }) => kind,
  accepted: ({ accepted }) => accepted,
  '503s': ({ refused }) => refused,
  unanswered: ({ unanswered }) => unanswered,
  submitted: ({ submitted }) => submitted,
  'code p50, p99': ({ codeMs }) => (codeMs ? `${codeMs.p50}, ${codeMs.p99} ms` : '-'),
  errors: ({ errorLines }) => errorLines,
  drained: ({ drainMs }) => `${(drainMs / 1_000).toFixed(1)} s`,
  'web, worker': ({ readyz }) => `${readyz.web}, ${readyz.worker}`,
};

function printHeld(held: Held[]): void {
  const rows = held.map((one) => Object.values(columns).map((read) => String(read(one))));
  printLine(`\n${aligned([Object.keys(columns), ...rows], [])}`);
}
