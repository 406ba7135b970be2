// A test program loads this file before its own code (NODE_OPTIONS=--import=…). The product does not use
// it.
// - At SIGUSR2 it collects garbage and writes a line with the remaining memory and the longest turn of the
//   event loop since the last signal to stdout.
// - It writes a line for each turn longer than DAKIYA_LONG_TURN_MS, with the time spent on garbage
//   collection.
//
// A turn's length is the processor time of the main thread, so other processes do not make it longer;
// threads for garbage collection, compilation, password hashing and image decoding do not count.
import { openSync, readSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const longTurnMs = Number(process.env.DAKIYA_LONG_TURN_MS ?? 50);

/** A function that returns the main thread's processor time in ms; null if the system does not report it. */
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

/** The latest garbage collections. Node reports a collection after the turn in which it ran. */
const collections = [];
new PerformanceObserver((list) => {
  collections.push(...list.getEntries());
  collections.splice(0, collections.length - 1_000);
}).observe({ entryTypes: ['gc'] });
const reportMs = 100;

function reportTurn(ms, from, to) {
  const inTurn = collections.filter(
    ({ startTime, duration }) => startTime < to && startTime + duration > from,
  );
  const collectionMs = inTurn.reduce((sum, { duration }) => sum + duration, 0);
  const [fromTime, toTime] = [from, to].map((at) => performance.timeOrigin + at);
  write({ turn: { ms, collectionMs, from: fromTime, to: toTime } });
}

const clock = isMainThread ? processorClock() : null;
let longest = 0;
let last = clock?.() ?? 0;
let lastAt = performance.now();
let skips = false;

/** Runs once per turn of the event loop. The immediate is unreferenced, so it does not keep the process alive. */
function endTurn() {
  const now = clock();
  const took = now - last;
  if (!skips) {
    longest = Math.max(longest, took);
    if (took > longTurnMs) {
      setTimeout(reportTurn, reportMs, took, lastAt, performance.now()).unref();
    }
  }
  skips = false;
  last = clock();
  lastAt = performance.now();
  setImmediate(endTurn).unref();
}

const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

if (clock) setImmediate(endTurn).unref();

if (isMainThread) {
  process.on('SIGUSR2', () => {
    // This turn does not count, because it includes the garbage collection and the writing below.
    skips = true;
    const turnMs = clock ? Math.max(longest, clock() - last) : null;
    longest = 0;
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    write({ probe: { heapUsed, external, rss, turnMs } });
  });
}
