import { runDashboardBench } from '../bench/dashboard/main.ts';
import { runBench } from '../bench/main.ts';
import { runRowsBench } from '../bench/rows/main.ts';

const usage = `
npm run bench                 accepting, delivering, one-time passwords
npm run bench -- dashboard    Home and Messages, with a thousand messages and with a million
npm run bench -- --rows [n]   the log, accepting and delivering, with ten thousand messages and with n, by default 10000000
`.trim();

const [which = '', rows = '10000000', ...others] = process.argv.slice(2);
const count = /^\d{5,9}$/.test(rows) ? Number(rows) : null;

const benches: Record<string, () => void> = {
  '': runBench,
  dashboard: runDashboardBench,
  ...(count !== null && { '--rows': () => runRowsBench(count) }),
};

const bench = benches[which];
if (bench && others.length === 0) bench();
else {
  process.stdout.write(`${usage}\n`);
  process.exitCode = 2;
}
