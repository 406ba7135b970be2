import { parseArgs } from 'node:util';
import { build } from '#scripts/bundle/build.ts';
import { supervise } from '#scripts/stack/supervise.ts';
import { colorize, printLine, step } from '#scripts/stack/terminal.ts';
import { findMemoryGrowth } from '../stack/growth.ts';
import { startProduct } from '../stack/product.ts';
import { startServices } from '../stack/services.ts';
import { checkAfterSoak } from './check-after-soak.ts';
import { findRisingLatency, measureCapacity, runSoak, type Span } from './run-soak.ts';
import { startVerifyingReceiver } from './verifying-receiver.ts';
import { createWork } from './work.ts';

const capacitySeconds = 20;

/** Runs the soak test for `--minutes`: half of this machine's capacity, or `--rate` requests a second. */
export function soak(): void {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '10' }, rate: { type: 'string' } },
  });
  supervise(async (register) => {
    printLine(`\n  ${colorize('bold', 'Dakiya soak test')}, ${values.minutes} minutes\n`);
    await step('Building', build, (isNew) => (isNew ? 'Built' : 'Built before'));
    const product = await step('Starting PostgreSQL, Redis, sandbox, worker and web', async () =>
      startProduct(await startServices(register), register),
    );
    const receiver = await startVerifyingReceiver();
    const work = await createWork(product, receiver);
    await step('Warming up', () => measureCapacity(work, 5));
    const capacity = await step(
      'Measuring the capacity',
      () => measureCapacity(work, capacitySeconds),
      (perSecond) => `The capacity is ${perSecond.toFixed(0)} requests of the mix per second`,
    );
    const perSecond = values.rate ? Number(values.rate) : capacity / 2;
    printLine(`\n  Sending ${perSecond.toFixed(0)} requests per second.`);
    const plan = { perSecond, spans: Number(values.minutes), spanSeconds: 60 };
    const spans = await runSoak(product, work, plan, (span) => printLine(formatSpan(span)));
    const problems = await step('Waiting for the last receipts', () =>
      checkAfterSoak(product, work),
    );
    await product.database.close();
    const all = [...problems, ...findMemoryGrowth(spans), ...findRisingLatency(spans)];
    for (const problem of all) printLine(`  ${colorize('red', '✗')} ${problem}`);
    if (all.length > 0) return 1;
    const { messages, verified } = work.expectedTotals;
    printLine(
      `\n  ${colorize('green', '✓')} ${messages} messages delivered once each, ${verified} codes verified,`,
    );
    printLine(`    ${receiver.taken.size} events taken and verified by their receiver,`);
    printLine('    usage exact, memory and latency flat.\n');
    return 0;
  });
}

const formatSpan = ({ at, accepted, p50, p95, p99, delivered, waiting, web, worker }: Span) =>
  [
    `  minute ${at}: ${accepted} single messages accepted, ${p50.toFixed(0)}/${p95.toFixed(0)}/${p99.toFixed(0)} ms;`,
    `${delivered} delivered, ${waiting} waiting;`,
    `web heap ${web.heapMiB.toFixed(1)}, resident ${web.rssMiB.toFixed(0)} MiB, longest turn ${(web.longestTurnMs ?? Number.NaN).toFixed(0)} ms;`,
    `worker heap ${worker.heapMiB.toFixed(1)}, resident ${worker.rssMiB.toFixed(0)} MiB`,
  ].join(' ');
