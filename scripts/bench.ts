import { runComparison } from '#bench/compare.ts';
import { runConsoleBench, runDashboardBench } from '#bench/dashboard.ts';
import { runRowsBench } from '#bench/rows.ts';
import { recorded, sizing } from '#bench/sizing.ts';
import { runTracesBench } from '#bench/traces.ts';
import { configure } from '#platform/settings.ts';
import { runBench } from '../bench/main.ts';

// The benchmark also uses parts of the product in this process, and these parts need the settings.
configure(process.env);

const usage = `
npm run bench                 accepting, delivering, one-time passwords, fairness; beside Kannel where it is installed
npm run bench -- --peer       the same, and fails where Kannel is not installed
npm run bench -- webhooks     events of messages alone
npm run bench -- dashboard    Home, Messages and Analytics, with a thousand messages and with a million; then the console
npm run bench -- console      the pages of the operator's console alone, with a million messages
npm run bench -- traces       processor time of a message without traces and with them, in turns
npm run bench -- sizing       the machine for 1,000, 10,000 and 50,000 messages a second, by the times in docs/performance.md
npm run bench -- --rows [n]   the log, accepting and delivering, with ten thousand messages and with n, by default 10000000
npm run bench -- compare <commit>  processor time of a request, here and at another commit, in turns
`.trim();

const [which = '', second, ...others] = process.argv.slice(2);
const rows = second ?? '10000000';
const count = /^\d{5,9}$/.test(rows) ? Number(rows) : null;

const benches: Record<string, () => void> = {
  ...(second === undefined && {
    '': () => runBench(),
    '--peer': () => runBench({ withPeer: true }),
    webhooks: () => runBench({ only: 'Webhooks' }),
    dashboard: runDashboardBench,
    console: runConsoleBench,
    traces: runTracesBench,
    sizing: () => process.stdout.write(`${sizing(recorded)}\n`),
  }),
  ...(second !== undefined && { compare: () => runComparison(second) }),
  ...(count !== null && { '--rows': () => runRowsBench(count) }),
};

const bench = benches[which];
if (bench && others.length === 0) bench();
else {
  process.stdout.write(`${usage}\n`);
  process.exitCode = 2;
}
