import { randomBytes } from 'node:crypto';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { inherited } from '#scripts/environment.ts';
import { noLimits } from './no-limits.ts';

/** The carrier's window and its submits per second. */
export type CarrierLimits = { window: number; rate: number };

type Services = { DATABASE_URL: string; REDIS_URL: string };

/**
 * The complete environment of the programs. Settings of the shell are not inherited, so that a run
 * measures the same thing everywhere.
 */
export async function programSettings(services: Services, { window, rate }: CarrierLimits) {
  const host = '127.0.0.1';
  const [web, sandbox] = [await freePort(), await freePort()];
  const [smpp, smtp] = [await freePort(), await freePort()];
  return {
    ...services,
    PATH: inherited.PATH,
    NODE_ENV: 'production',
    HOST: host,
    PORT: `${web}`,
    SANDBOX_PORT: `${sandbox}`,
    SMPP_PORT: `${smpp}`,
    SANDBOX_SMTP_PORT: `${smtp}`,
    SMTP_URL: `smtp://${host}:${smtp}`,
    // Production rejects the defaults.
    MAIL_FROM: 'Dakiya <post@bench.localhost>',
    SUPPORT_EMAIL: 'support@bench.localhost',
    DRAIN_SECONDS: '0',
    SMPP_WINDOW: `${window}`,
    SMPP_RATE: `${rate}`,
    // SMPP allows eight characters.
    SMPP_PASSWORD: randomBytes(6).toString('base64url'),
    HASH_KEY: randomBytes(32).toString('base64url'),
    ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    // The receivers of webhooks.
    WEBHOOK_ALLOW: host,
    ...noLimits,
  };
}
