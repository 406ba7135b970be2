import { runDashboardBench } from '../bench/dashboard/main.ts';
import { runBench } from '../bench/main.ts';

const usage = `
npm run bench                 accepting, delivering, one-time passwords
npm run bench -- dashboard    Home and Messages, with a thousand messages and with a million
`.trim();

const benches: Record<string, () => void> = { '': runBench, dashboard: runDashboardBench };

const bench = benches[process.argv[2] ?? ''];
if (bench) bench();
else {
  process.stdout.write(`${usage}\n`);
  process.exitCode = 2;
}
