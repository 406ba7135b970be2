import { z } from 'zod';
import { isPlainHttp } from './https-only.ts';
import { processCount } from './processes/process-count.ts';
import { count, defineSettings, port } from './settings.ts';

/** The settings about where a process listens and how clients reach the web server. */
export const serverSettings = defineSettings(
  {
    NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    HOST: z.string().default('127.0.0.1'),
    PORT: port.default(3000),
    WEB_PROCESSES: processCount,
    PUBLIC_URL: z.url().optional(),
    METRICS_PORT: port.optional(),
    DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(3),
    MAX_CONNECTIONS: count.default(10_000),
    TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  },
  {
    // `PUBLIC_URL` may use http if its host is an IP address, which usually has no certificate.
    check: ({ PUBLIC_URL }, { isProduction }) =>
      isProduction && isPlainHttp(PUBLIC_URL) && /\.\D+$/.test(new URL(PUBLIC_URL).hostname)
        ? ['PUBLIC_URL: must be https:// in production']
        : [],
    complete: (values) => ({
      ...values,
      PUBLIC_URL: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    }),
  },
);
