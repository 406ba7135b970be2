import { parseArgs } from 'node:util';
import { showBuild } from '#scripts/bundle/build.ts';
import { supervise } from '#scripts/stack/supervise.ts';
import { colorize, printLine, step } from '#scripts/stack/terminal.ts';
import {
  findLongWorkerTurns,
  findMemoryGrowth,
  type MemorySample,
  startProbedStack,
} from '#tests/harness/probe.ts';
import { checkAfterFuzz } from './check-after-fuzz.ts';
import { visitEachPage } from './first-visits.ts';
import { createFuzzContext } from './fuzz-context.ts';
import { fuzzPdus } from './pdus.ts';
import {
  describeTurns,
  formatFindings,
  formatMemory,
  formatSlowest,
  formatTotals,
} from './report.ts';
import { runFuzz } from './run-fuzz.ts';
import { confirm, turnFindings } from './suspects.ts';

const usage = `
npm run fuzz                        20,000 requests to all targets, and 100,000 PDUs
npm run fuzz -- --requests 2000     2,000 requests
npm run fuzz -- --seed 42           repeats the requests of an earlier run
npm run fuzz -- --only sendMessage  requests to one target
npm run fuzz -- --only pdus         PDUs alone; --pdus 1000 for as many
`.trim();

/** Runs the fuzzer on a new database and prints all findings. */
export function fuzz(): void {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '20000' },
      pdus: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Date.now() % 2_147_483_647) },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    printLine(usage);
    return;
  }
  const [requests, pdus, seed] = [values.requests, values.pdus, values.seed].map(Number) as [
    number,
    number,
    number,
  ];
  supervise(async (register) => {
    printLine(`\n  ${colorize('bold', 'Dakiya fuzz test')}, seed ${seed}\n`);
    await showBuild();
    if (!values.only || values.only === 'pdus') {
      const sent = await step(`Sending ${pdus} changed PDUs to a worker`, () =>
        fuzzPdus(register, { count: pdus, seed }),
      );
      printLine(`  kept: ${sent.receipts} receipts, ${sent.unread} PDUs that could not be read`);
      for (const problem of sent.problems) printLine(`\n  ${colorize('red', '✗')} ${problem}`);
      if (values.only || sent.problems.length > 0) return sent.problems.length === 0 ? 0 : 1;
    }
    const stack = await step('Starting PostgreSQL, Redis, sandbox, worker and web', () =>
      startProbedStack({ register }),
    );
    const context = await createFuzzContext(stack);
    const reader = await context.actor();
    await reader.pay();
    const slowVisits = await step('Visiting each page for the first time', () =>
      visitEachPage(stack, reader),
    );
    const before = await context.victim.readRows();
    const samples: MemorySample[] = [];
    const run = await step(`Sending ${requests} requests`, () =>
      runFuzz(context, {
        ...{ seed, requests, only: values.only },
        ...{ round: 40, concurrency: 6 },
        async onTenth(sent) {
          const [web, worker] = await Promise.all([
            stack.readAtRest('web'),
            stack.readAtRest('worker'),
          ]);
          samples.push({ at: sent, web, worker });
          printLine(formatMemory(samples.slice(-1)));
        },
      }),
    );
    const confirmed = await step('Repeating the requests that were in flight in long turns', () =>
      confirm(stack, context, run.suspects.list()),
    );
    for (const finding of [...slowVisits, ...turnFindings(confirmed)]) run.findings.add(finding);
    const broken = await step('Checking database, logs and emails', () =>
      checkAfterFuzz(stack, context, before),
    );
    context.close();
    await stack.stop();
    printLine(`\n${formatTotals(run)}\n`);
    printLine(formatMemory(samples));
    printLine(`\n${formatSlowest(run)}`);
    printLine(`\n${describeTurns(run, confirmed)}`);
    const grown = values.only
      ? []
      : [...findMemoryGrowth(samples), ...findLongWorkerTurns(samples)];
    const problems = formatFindings(run, [...broken, ...grown], seed);
    for (const problem of problems) printLine(`\n  ${colorize('red', '✗')} ${problem}`);
    if (problems.length === 0) printLine(`\n  ${colorize('green', '✓')} Nothing found.\n`);
    return problems.length === 0 ? 0 : 1;
  });
}
