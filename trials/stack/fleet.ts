import { noLimits } from '#bench/stack/no-limits.ts';
import { openSandbox, type Sandbox } from '#bench/stack/sandbox.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { type Environment, inherited } from '#scripts/environment.ts';
import { createProgram, type Program } from './program.ts';
import type { Services } from './settings.ts';

/** Several webs and workers around one PostgreSQL and one Redis, and the sandbox's carrier. */
export type Fleet = {
  webs: (Program & { url: string })[];
  workers: Program[];
  sandbox: Sandbox;
  stop(): Promise<void>;
};

type FleetOptions = {
  /** In addition to those of a fleet, or overriding them. */
  settings: Environment;
  workers: number;
  /** Settings of one worker alone. */
  workerSettings?: (worker: number) => Environment;
  /** The port at which workers reach the carrier's port; by default itself. */
  carrierPort?: (port: number) => Promise<number>;
  /** Milliseconds after which a submit counts as not answered. */
  responseTimeoutMs?: number;
  /** Receives the output of webs and workers, line by line. */
  onLine?: (program: string, line: string) => void;
};

/** Starts two webs, the workers and the sandbox, and waits until all are ready. */
export async function startFleet(
  services: Services,
  {
    settings,
    workers: count,
    workerSettings = () => ({}),
    carrierPort = async (port) => port,
    responseTimeoutMs = 5_000,
    onLine = () => undefined,
  }: FleetOptions,
): Promise<Fleet> {
  const [smpp, smtp, pages] = [await freePort(), await freePort(), await freePort()];
  const env = {
    PATH: inherited.PATH,
    NODE_ENV: 'test',
    ...services,
    SMPP_PORT: `${smpp}`,
    SANDBOX_SMTP_PORT: `${smtp}`,
    SANDBOX_PORT: `${pages}`,
    SMTP_URL: `smtp://127.0.0.1:${smtp}`,
    CARRIERS: JSON.stringify([carrier(await carrierPort(smpp), responseTimeoutMs)]),
    SUBMIT_LEASE_SECONDS: '6',
    RECONCILE_INTERVAL_SECONDS: '1',
    ...noLimits,
    ...settings,
  };
  const sandbox = createProgram('sandbox', 'sandbox', env);
  const webs = await Promise.all(
    [0, 1].map(async (i) => {
      const port = await freePort();
      const name = `web ${i}`;
      const program = createProgram('server', name, { ...env, PORT: `${port}` }, (line) =>
        onLine(name, line),
      );
      return Object.assign(program, { url: `http://127.0.0.1:${port}` });
    }),
  );
  const workers = Array.from({ length: count }, (_, i) => {
    const name = `worker ${i}`;
    return createProgram('worker', name, { ...env, ...workerSettings(i) }, (line) =>
      onLine(name, line),
    );
  });
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
  return { webs, workers, stop, sandbox: openSandbox(`http://127.0.0.1:${pages}`) };
}

/** A carrier whose window and rate several workers do not reach. */
const carrier = (port: number, responseTimeoutMs: number) => ({
  name: 'sandbox',
  host: '127.0.0.1',
  port,
  systemId: 'dakiya',
  password: 'sandbox',
  window: 50,
  rate: 1_000,
  responseTimeoutMs,
});
