import { Registry } from 'prom-client';
import { processWide } from '../process-wide.ts';

/** All that this process measures. It is read at `/metrics` of the port of `METRICS_PORT`. */
export const registry = processWide('metrics', () => new Registry());
