import { parseArgs } from 'node:util';
import { showBuild } from '#scripts/bundle/build.ts';
import { type RegisterPart, supervise } from '#scripts/stack/supervise.ts';
import { colorize, printLine, step } from '#scripts/stack/terminal.ts';
import {
  findLongWorkerTurns,
  findMemoryGrowth,
  type MemorySample,
  startProbedStack,
} from '#tests/harness/probe.ts';
import { conclude } from '../conclude.ts';
import { checkAfterFuzz } from './check-after-fuzz.ts';
import { createFuzzContext } from './fuzz-context.ts';
import { fuzzPdus } from './pdus.ts';
import { formatFindings, formatMemory, formatTotals, formatTurns } from './report.ts';
import { runFuzz } from './run-fuzz.ts';
import { confirm, turnFindings, visitEachPage } from './suspects.ts';

const usage = `
npm run fuzz                        20,000 requests to all targets, and 100,000 PDUs
npm run fuzz -- --requests 2000     2,000 requests
npm run fuzz -- --seed 42           repeats the requests of an earlier run
npm run fuzz -- --only sendMessage  requests to one target
npm run fuzz -- --only twilio       requests to all targets whose names begin with this word
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
  const { only } = values;
  const seed = Number(values.seed);
  supervise(async (register) => {
    printLine(`\n  ${colorize('bold', 'Dakiya fuzz test')}, seed ${seed}\n`);
    await showBuild();
    const problems: string[] = [];
    if (!only || only === 'pdus')
      problems.push(...(await sendPdus(register, { count: Number(values.pdus), seed })));
    if (only !== 'pdus' && problems.length === 0)
      problems.push(
        ...(await sendRequests(register, { requests: Number(values.requests), seed, only })),
      );
    return conclude(problems, 'Nothing found.');
  });
}

/** @returns a sentence for each problem */
async function sendPdus(register: RegisterPart, options: { count: number; seed: number }) {
  const { receipts, unread, problems } = await step(
    `Sending ${options.count} changed PDUs to a worker`,
    () => fuzzPdus(register, options),
  );
  printLine(`  kept: ${receipts} receipts, ${unread} PDUs that could not be read`);
  return problems;
}

/** @returns a sentence for each problem, with the command that repeats its request */
async function sendRequests(
  register: RegisterPart,
  { requests, seed, only }: { requests: number; seed: number; only: string | undefined },
): Promise<string[]> {
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
      ...{ seed, requests, only },
      ...{ round: 40, concurrency: 6 },
      async onTenth(at) {
        const [web, worker] = await Promise.all([
          stack.readAtRest('web'),
          stack.readAtRest('worker'),
        ]);
        samples.push({ at, web, worker });
        printLine(formatMemory({ at, web, worker }));
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
  printLine(`\n${formatTotals(run)}\n\n${formatTurns(run, confirmed)}`);
  const grown = only ? [] : [...findMemoryGrowth(samples), ...findLongWorkerTurns(samples)];
  return formatFindings(run, [...broken, ...grown], seed);
}
