// Loaded into a program before its own code (NODE_OPTIONS=--import=…). The product knows nothing of it.
// - At SIGUSR2 it collects garbage and writes what is left as a line of the program's log, with the
//   longest turn of the event loop since the last time.
// - A turn that took longer than DAKIYA_LONG_TURN_MS is written as a line of its own, at once.
//
// A turn's length is the processor time of the main thread, so that a busy machine makes none longer;
// the threads that collect garbage, compile, hash passwords or decode pictures do not count.
import { openSync, readSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const longTurnMs = Number(process.env.DAKIYA_LONG_TURN_MS ?? 50);

/** Milliseconds that the main thread has had of a processor; null where the system does not tell. */
function processorClock() {
  if (process.threadCpuUsage) {
    return () => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1_000;
    };
  }
  if (process.platform !== 'linux') return null;
  // The first number is nanoseconds (Documentation/scheduler/sched-stats.rst).
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`);
  const bytes = Buffer.alloc(80);
  return () => {
    readSync(file, bytes, 0, bytes.length, 0);
    return Number.parseInt(bytes.latin1Slice(0, 24), 10) / 1e6;
  };
}

const clock = isMainThread ? processorClock() : null;
let longest = 0;
let last = clock?.() ?? 0;
let lastAt = Date.now();
let skips = false;

/** Runs once in each turn, and keeps no turn from waiting: an immediate that is not referenced. */
function endTurn() {
  const now = clock();
  const took = now - last;
  if (!skips) {
    longest = Math.max(longest, took);
    if (took > longTurnMs) write({ turn: { ms: took, from: lastAt, to: Date.now() } });
  }
  skips = false;
  last = clock();
  lastAt = Date.now();
  setImmediate(endTurn).unref();
}

const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

if (clock) setImmediate(endTurn).unref();

if (isMainThread) {
  process.on('SIGUSR2', () => {
    // What is written below counts for nobody, nor does the collection.
    skips = true;
    const turnMs = clock ? Math.max(longest, clock() - last) : null;
    longest = 0;
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    write({ probe: { heapUsed, external, rss, turnMs } });
  });
}
