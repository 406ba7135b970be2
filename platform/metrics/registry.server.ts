import { Registry } from 'prom-client';

/** All that this process measures. It is read at `/metrics` of the port of `METRICS_PORT`. */
export const registry = new Registry();
