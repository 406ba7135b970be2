import { parseArgs } from 'node:util';
import { build } from '#scripts/bundle/build.ts';
import { supervise } from '#scripts/stack/supervise.ts';
import { colorize, printLine, step } from '#scripts/stack/terminal.ts';
import { growth, type Moment } from '../stack/growth.ts';
import { held } from '../stack/held.ts';
import { startProduct } from '../stack/product.ts';
import { startServices } from '../stack/services.ts';
import { checkAfterFuzz } from './check-after-fuzz.ts';
import { createFuzzContext } from './fuzz-context.ts';
import {
  describeTurns,
  formatFindings,
  formatMemory,
  formatSlowest,
  formatTallies,
} from './report.ts';
import { runFuzz } from './run-fuzz.ts';
import { confirm, turnFindings } from './suspects.ts';

const usage = `
npm run fuzz                        20,000 requests at everything
npm run fuzz -- --requests 2000     as many
npm run fuzz -- --seed 42           the requests of an earlier run
npm run fuzz -- --only sendMessage  at one target
`.trim();

/** The long form: on a database of its own, with everything printed that was found. */
export function fuzz(): void {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: String(Date.now() % 2_147_483_647) },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    printLine(usage);
    return;
  }
  const [requests, seed] = [Number(values.requests), Number(values.seed)];
  supervise(async (enter) => {
    printLine(`\n  ${colorize('bold', 'Dakiya, abused on purpose')}, seed ${seed}\n`);
    await step('Building', build, (isNew) => (isNew ? 'Built' : 'Built before'));
    const product = await step('Starting PostgreSQL, Redis, sandbox, worker and web', async () =>
      startProduct(await startServices(enter), enter),
    );
    const range = await createFuzzContext(product);
    const before = await range.victim.look();
    const moments: Moment[] = [];
    const run = await step(`Sending ${requests} requests`, () =>
      runFuzz(range, {
        ...{ seed, requests, only: values.only },
        ...{ round: 40, lanes: 6 },
        async onTenth(sent) {
          const [web, worker] = await Promise.all([
            product.readAtRest('web'),
            product.readAtRest('worker'),
          ]);
          moments.push({ at: sent, web, worker });
          printLine(formatMemory(moments.slice(-1)));
        },
      }),
    );
    const confirmed = await step('Sending again what was under way in long turns', () =>
      confirm(product, range, run.suspects.list()),
    );
    for (const finding of turnFindings(confirmed)) run.findings.add(finding);
    const broken = await step('Looking at what is left', () =>
      checkAfterFuzz(product, range, before),
    );
    range.close();
    await product.database.close();
    printLine(`\n${formatTallies(run)}\n`);
    printLine(formatMemory(moments));
    printLine(`\n${formatSlowest(run)}`);
    printLine(`\n${describeTurns(run, confirmed)}`);
    const grown = values.only ? [] : [...growth(moments), ...held(moments)];
    const faults = formatFindings(run, [...broken, ...grown], seed);
    for (const fault of faults) printLine(`\n  ${colorize('red', '✗')} ${fault}`);
    if (faults.length === 0) printLine(`\n  ${colorize('green', '✓')} Nothing found.\n`);
    return faults.length === 0 ? 0 : 1;
  });
}
