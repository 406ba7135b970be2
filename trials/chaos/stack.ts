import { freePort } from '#scripts/bootstrap/ports.mjs';
import { inherited } from '#scripts/environment.ts';
import { startPrivateRedis } from '#scripts/services/private-redis.ts';
import { seed } from '#scripts/stack/account.ts';
import { parseLogMessage } from '#scripts/stack/log-line.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import { startFleet } from '../stack/fleet.ts';
import { openRelay, type Relay } from '../stack/relay.ts';
import { createClock } from './clock.ts';
import { startChaosPostgres } from './postgres.ts';
import { startReceiver } from './webhooks.ts';

export type ChaosStack = Awaited<ReturnType<typeof startChaosStack>>;

/** Milliseconds after which a submit counts as not answered: shorter than the longest hang of the carrier. */
const responseTimeoutMs = 1_000;

/**
 * Starts what is going to fail: PostgreSQL on a disk of limited size, Redis, two webs, two workers with clocks of their
 * own, and relays on their way to the sandbox's carrier and to a customer's receiver of webhooks.
 *
 * @param register called with the whole, which must be stopped also when the run is interrupted: it may have mounted a disk
 */
export async function startChaosStack(register: RegisterPart) {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  register({ name: 'stack', pid: process.pid, ended: new Promise(() => undefined), stop });
  try {
    const postgres = await startChaosPostgres();
    stops.push(postgres.stop);
    // The plans.
    await seed(['build/seed.js'], {
      PATH: inherited.PATH,
      NODE_ENV: 'test',
      DATABASE_URL: postgres.url,
    });
    const redis = await startPrivateRedis();
    stops.push(redis.stop);
    const clocks = [await createClock(), await createClock()] as const;
    stops.push(() => Promise.all(clocks.map((clock) => clock.remove())));
    const metricsPorts = [await freePort(), await freePort()] as const;
    let carrier: { port: number; relay: Relay } | undefined;
    const errors = new Map<string, number>();
    const receiver = await startReceiver();
    stops.push(receiver.close);
    const way = await openRelay(receiver.port);
    stops.push(way.close);
    const fleet = await startFleet(
      { DATABASE_URL: postgres.url, REDIS_URL: redis.url },
      {
        settings: {
          DRAIN_SECONDS: '0',
          FAILED_AUTH_PER_MINUTE: '1000000',
          WEBHOOK_ALLOW: '127.0.0.1',
        },
        workers: clocks.length,
        workerSettings: (i) => ({ ...clocks[i]?.settings, METRICS_PORT: `${metricsPorts[i]}` }),
        async carrierPort(port) {
          const relay = await openRelay(port);
          stops.push(relay.close);
          carrier = { port, relay };
          return relay.port;
        },
        responseTimeoutMs,
        onLine(_program, line) {
          if (/^\{"level":[1-4]0,/.test(line)) return;
          const message = parseLogMessage(line) ?? line;
          errors.set(message, (errors.get(message) ?? 0) + 1);
        },
      },
    );
    stops.push(fleet.stop);
    if (!carrier) throw new Error('the workers have a carrier');
    return {
      postgres,
      redis,
      clocks,
      carrier,
      receiver: { ...receiver, way },
      fleet,
      /** Where webs and workers say whether they are ready. */
      readyz: {
        web: fleet.webs.map(({ url }) => `${url}/readyz`),
        worker: metricsPorts.map((port) => `http://127.0.0.1:${port}/readyz`),
      },
      errors,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
