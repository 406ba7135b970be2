import { reportStart } from '#platform/processes/messages.ts';
import { isParent, runProcesses } from '#platform/processes/run-processes.ts';
import { configure, parseConfig } from '#platform/settings.ts';
import { endOnSignal } from '#platform/shutdown.ts';
import { createWorker } from './create-worker.ts';
import { workerSettings } from './settings.ts';

/**
 * The processes get the signal to stop one after the other, all within this time, in milliseconds. As soon as one has
 * stopped, the next one gets the signal.
 */
const signalsMs = 1_000;

if (isParent(process.env.WORKER_PROCESSES)) {
  configure(process.env);
  const { WORKER_PROCESSES: count } = workerSettings;
  await runProcesses({ count, stepMs: signalsMs / count, limitMs: 9_000 });
} else {
  const worker = createWorker(parseConfig(process.env));
  endOnSignal(worker.stop);
  await worker.ready;
  reportStart();
}
