// Loaded into a program before its own code (NODE_OPTIONS=--import=…): at SIGUSR2 it collects garbage and
// writes what is left, and how long the event loop kept others waiting since the last time, as a line of
// its log. The product knows nothing of it.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

process.on('SIGUSR2', () => {
  const loop = { p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 };
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ probe: { heapUsed, external, rss, loop } })}\n`);
  // The collection itself is no delay of the program's.
  setImmediate(() => delay.reset());
});
