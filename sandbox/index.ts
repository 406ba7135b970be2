import { env } from '#platform/env.ts';
import { logger } from '#platform/logger.ts';
import { endOnSignal, onShutdown } from '#platform/shutdown.ts';
import { handsetRoutes } from './handset/routes.ts';
import { createSmsc } from './smsc/server.ts';
import { startWeb } from './web/server.ts';

/** The far side of the wire, in one process: what Dakiya talks to when nothing real is set up. */

const smsc = await createSmsc({
  host: env.HOST,
  port: env.SMPP_PORT,
  password: env.SMPP_PASSWORD,
});
onShutdown('smsc', smsc.close);

const web = await startWeb({
  host: env.HOST,
  port: env.SANDBOX_PORT,
  routers: [handsetRoutes({ smsc, smscHost: env.HOST })],
});
onShutdown('sandbox pages', web.close);

endOnSignal(async () => undefined);
logger.info(
  { smpp: `${env.HOST}:${smsc.port}`, handset: `http://${env.HOST}:${web.port}` },
  'sandbox is ready',
);
