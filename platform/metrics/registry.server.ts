import { Registry } from 'prom-client';

/** All metrics of this process, served at `/metrics` on `METRICS_PORT`. */
export const registry = new Registry();
