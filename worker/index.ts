import { parseConfig } from '#platform/settings.ts';
import { endOnSignal } from '#platform/shutdown.ts';
import { createWorker } from './create-worker.ts';

const worker = createWorker(parseConfig(process.env));
endOnSignal(worker.stop);
await worker.ready;
