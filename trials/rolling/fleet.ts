import { noLimits } from '#bench/stack/no-limits.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { type Environment, inherited } from '#scripts/environment.ts';
import { createProgram, type Program } from './program.ts';

/** Two webs and three workers around one PostgreSQL and one Redis, and the sandbox's carrier. */
export type Fleet = {
  webs: (Program & { url: string })[];
  workers: Program[];
  /** The carrier's counters: `duplicates` are submits of the same message again. */
  carrier(): Promise<{ accepted: number; distinct: number; duplicates: number }>;
  stop(): Promise<void>;
};

type Services = { DATABASE_URL: string; REDIS_URL: string };

/** Starts all processes, and waits until they are ready. */
export async function startFleet(services: Services, settings: Environment): Promise<Fleet> {
  const [smpp, smtp, pages] = [await freePort(), await freePort(), await freePort()];
  const env = {
    PATH: inherited.PATH,
    NODE_ENV: 'test',
    ...services,
    SMPP_PORT: `${smpp}`,
    SANDBOX_SMTP_PORT: `${smtp}`,
    SANDBOX_PORT: `${pages}`,
    SMTP_URL: `smtp://127.0.0.1:${smtp}`,
    CARRIERS: JSON.stringify([carrier(smpp)]),
    SUBMIT_LEASE_SECONDS: '6',
    RECONCILE_INTERVAL_SECONDS: '1',
    ...noLimits,
    ...settings,
  };
  const sandbox = createProgram('sandbox', 'sandbox', env);
  const webs = await Promise.all(
    [0, 1].map(async (i) => {
      const port = await freePort();
      const program = createProgram('server', `web ${i}`, { ...env, PORT: `${port}` });
      return Object.assign(program, { url: `http://127.0.0.1:${port}` });
    }),
  );
  const workers = [0, 1, 2].map((i) => createProgram('worker', `worker ${i}`, env));
  const all = [...webs, ...workers];
  const stop = async () => {
    await Promise.all(all.map((program) => program.stop()));
    await sandbox.stop();
  };
  try {
    await sandbox.start();
    await Promise.all(all.map((program) => program.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  const totals = `http://127.0.0.1:${pages}/submits.json`;
  return { webs, workers, stop, carrier: async () => (await fetch(totals)).json() };
}

/** A carrier whose window and rate three workers do not reach. */
const carrier = (port: number) => ({
  name: 'sandbox',
  host: '127.0.0.1',
  port,
  systemId: 'dakiya',
  password: 'sandbox',
  window: 50,
  rate: 1_000,
  responseTimeoutMs: 5_000,
});
