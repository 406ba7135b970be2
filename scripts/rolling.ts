import { configure } from '#platform/settings.ts';
import { rolling } from '../trials/chaos/main.ts';

// The trial also uses parts of the product in this process, and these parts need the settings.
configure(process.env);

const usage = `
npm run rolling            restarts every process in turn under load, twice: about three minutes
npm run rolling -- 10      ten times
`.trim();

const rounds = Number(process.argv[2] ?? 2);
if (Number.isInteger(rounds) && rounds > 0) rolling(rounds);
else {
  process.stdout.write(`${usage}\n`);
  process.exitCode = 2;
}
