import { createMailbox } from '#sandbox/mailbox/server.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { carrierConfig, carriers, reacher } from './product.ts';
import { startWebProcess, startWorkerProcess } from './programs.ts';
import { stopAfterFile } from './stop-after-file.ts';
import { until } from './until.ts';

/**
 * Starts a web server and a worker that report metrics, with an SMSC and a mailbox, for the tests in a file.
 *
 * @returns both, an account with its client, and the addresses of their metrics in `watch`
 */
export async function startWatchedProduct() {
  const [smsc, mailbox, webPort, workerPort] = await Promise.all([
    stopAfterFile(
      createSmsc({ receiptAfterMs: 1 }).then((one) => ({ ...one, stop: () => one.close() })),
    ),
    stopAfterFile(createMailbox().then((one) => ({ ...one, stop: () => one.close() }))),
    freePort(),
    freePort(),
  ]);
  // On a busy machine a late response must not count as lost.
  const settings = carriers(carrierConfig('first', smsc, { responseTimeoutMs: 10_000 }));
  const [web, worker, account] = await Promise.all([
    stopAfterFile(startWebProcess({ ...settings, METRICS_PORT: String(webPort) })),
    stopAfterFile(
      startWorkerProcess({
        ...settings,
        METRICS_PORT: String(workerPort),
        SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      }),
    ),
    anAccount(),
  ]);
  const call = client(web.url, account);
  await until('the carrier is bound', () => smsc.connections() > 0);
  return {
    web,
    worker,
    account,
    call,
    reach: reacher(call),
    watch: { web: `http://127.0.0.1:${webPort}`, worker: `http://127.0.0.1:${workerPort}` },
  };
}
