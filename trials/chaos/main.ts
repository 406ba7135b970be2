import { parseArgs } from 'node:util';
import { build } from '#scripts/bundle/build.ts';
import { supervise } from '#scripts/stack/supervise.ts';
import { colorize, printLine, step } from '#scripts/stack/terminal.ts';
import { type ChaosResult, runChaos } from './chaos.ts';
import { type Held, type HoldResult, heldKinds, holdFaults } from './hold.ts';

const usage = `
npm run chaos                    1,000 random faults: about five minutes
npm run chaos -- --faults 200    200
npm run chaos -- --minutes 2     no fault begins after two minutes
npm run chaos -- --seed 42       the faults of an earlier run
npm run chaos -- --hold          eight outages, each held for a minute: about 15 minutes
npm run chaos -- --hold --only OOM --seconds 20    those whose name has OOM, for 20 seconds
`.trim();

/** Runs random or held faults and prints what was counted. Exits with 0, or with 1 if a count is wrong. */
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
    await step('Building', build, (isNew) => (isNew ? 'Built' : 'Built before'));
    const options = { register, log: (line: string) => printLine(`    ${line}`) };
    if (values.hold) {
      const kinds = heldKinds.filter((kind) => kind.includes(values.only));
      if (kinds.length === 0) throw new Error(`--only: one of ${heldKinds.join(', ')}`);
      const result = await holdFaults({ ...options, kinds, seconds: Number(values.seconds) });
      printHeld(result);
      return result.problems.length === 0 ? 0 : 1;
    }
    const result = await runChaos({ ...options, seed, faults, minutes });
    print(result);
    const { problems } = result;
    if (problems.length === 0) return 0;
    printLine(`\n  Run it again: npm run chaos -- --faults ${faults} --seed ${seed}\n`);
    return 1;
  });
}

function print({
  answers,
  states,
  carrierAccepted,
  faults,
  diskFull,
  errors,
  problems,
}: ChaosResult): void {
  const lines: [string, number | string][] = [
    ...[...faults].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ['writes that found the disk full', diskFull ?? 'skipped'],
    ['requests', answers.requests],
    ['without a response, sent again', answers.unanswered],
    ['503, sent again', answers.unavailable],
    ['calls repeated after their response', answers.repeated],
    ['messages accepted', answers.accepted.size],
    ...Object.entries(states).map(([state, count]): [string, number] => [
      `messages ${state}`,
      count,
    ]),
    ['segments that the carrier accepted', carrierAccepted],
    ...[...errors].map(([error, count]): [string, number] => [
      `logged: ${error.slice(0, 60)}`,
      count,
    ]),
  ];
  printLine('');
  for (const [what, count] of lines) printLine(`  ${what.padEnd(40)} ${count}`);
  printProblems(problems);
}

function printProblems(problems: string[]): void {
  printLine('');
  for (const problem of problems) printLine(`  ${colorize('red', '✗')} ${problem}`);
  if (problems.length === 0)
    printLine(`  ${colorize('green', '✓')} Nothing lost, nothing doubled, no 500, quotas exact.\n`);
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

function printHeld({ held, problems }: HoldResult): void {
  const rows = held.map((one) => Object.values(columns).map((read) => String(read(one))));
  const table = [Object.keys(columns), ...rows];
  const widths = Object.keys(columns).map((_, i) =>
    Math.max(...table.map((row) => row[i]?.length ?? 0)),
  );
  printLine('');
  for (const row of table)
    printLine(`  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`);
  printProblems(problems);
}
