import { parseArgs } from 'node:util';
import { build } from '#scripts/bundle/build.ts';
import { supervise } from '#scripts/stack/supervise.ts';
import { colorize, printLine, step } from '#scripts/stack/terminal.ts';
import { type ChaosResult, runChaos } from './chaos.ts';

const usage = `
npm run chaos                    1,000 random faults: about five minutes
npm run chaos -- --faults 200    200
npm run chaos -- --minutes 2     no fault begins after two minutes
npm run chaos -- --seed 42       the faults of an earlier run
`.trim();

/** Runs random faults and prints what was counted afterwards. Exits with 0, or with 1 if a count is wrong. */
export function chaos(): void {
  const { values } = parseArgs({
    options: {
      faults: { type: 'string', default: '1000' },
      minutes: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 2_147_483_647) },
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
    printLine(`\n  ${colorize('bold', 'Dakiya chaos test')}, ${faults} faults, seed ${seed}\n`);
    await step('Building', build, (isNew) => (isNew ? 'Built' : 'Built before'));
    const result = await runChaos({
      seed,
      faults,
      ...(minutes !== undefined && { minutes }),
      register,
      log: (line) => printLine(`    ${line}`),
    });
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
  printLine('');
  for (const problem of problems) printLine(`  ${colorize('red', '✗')} ${problem}`);
  if (problems.length === 0)
    printLine(`  ${colorize('green', '✓')} Nothing lost, nothing doubled, no 500, quotas exact.\n`);
}
