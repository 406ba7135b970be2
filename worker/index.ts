import { reportStart } from '#platform/processes/messages.ts';
import { isParent, runProcesses } from '#platform/processes/run-processes.ts';
import { configure, parseConfig } from '#platform/settings.ts';
import { endOnSignal } from '#platform/shutdown.ts';
import { createWorker } from './create-worker.ts';
import { workerSettings } from './settings.ts';

/** The time in which all processes get the signal to stop, in milliseconds. A process that stops sooner is not waited for. */
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
