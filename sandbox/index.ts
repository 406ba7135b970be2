import { razorpaySettings } from '#domain/billing/payments/settings.ts';
import { deliverySettings } from '#domain/delivery/settings.ts';
import { oauthSettings } from '#domain/identity/accounts/settings.ts';
import { isLoopback } from '#platform/https-only.ts';
import { logger } from '#platform/logger.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { configure } from '#platform/settings.ts';
import { endOnSignal, onShutdown, shutDown } from '#platform/shutdown.ts';
import { handsetRoutes } from './handset/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { mailboxRoutes } from './mailbox/routes.ts';
import { createMailbox } from './mailbox/server.ts';
import { createPayments } from './payments/provider.ts';
import { paymentRoutes } from './payments/server.ts';
import { storeLedger } from './payments/stored-ledger.ts';
import { sandboxSettings } from './settings.ts';
import { slackRoutes } from './slack/routes.ts';
import { createSmsc } from './smsc/server.ts';
import { startWeb } from './web/server.ts';

/** Entry point of the sandbox: stand-ins for every external service, in one process. */

configure(process.env);

const smsc = await createSmsc({
  host: serverSettings.HOST,
  port: deliverySettings.SMPP_PORT,
  password: deliverySettings.SMPP_PASSWORD,
  dltRegister: sandboxSettings.SANDBOX_DLT_REGISTER,
});
onShutdown('smsc', smsc.close);

const mailbox = await createMailbox({
  host: serverSettings.HOST,
  port: sandboxSettings.SANDBOX_SMTP_PORT,
});
onShutdown('mailbox', mailbox.close);

const site = new URL(serverSettings.PUBLIC_URL);

/**
 * Lists the redirect URLs of the web server. There are several if the site is on this machine, because it has several host
 * names.
 */
function listCallbacks(path: string): string[] {
  const names = isLoopback(site.hostname)
    ? [site.hostname, 'localhost', '127.0.0.1']
    : [site.hostname];
  return names.map((hostname) => Object.assign(new URL(path, site), { hostname }).href);
}

/** The OAuth clients of the web server. The defaults match a web server with default settings. */
const clients = {
  google: {
    id: oauthSettings.GOOGLE_CLIENT_ID ?? 'dakiya',
    secret: oauthSettings.GOOGLE_CLIENT_SECRET ?? 'sandbox',
    redirectUris: listCallbacks('/api/v1/users/google/callback'),
  },
  github: {
    id: oauthSettings.GITHUB_CLIENT_ID ?? 'dakiya',
    secret: oauthSettings.GITHUB_CLIENT_SECRET ?? 'sandbox',
    redirectUris: listCallbacks('/api/v1/users/github/callback'),
  },
};

/** The payment provider, which sends its webhooks to the web server. */
const payments = createPayments({
  ...(razorpaySettings.RAZORPAY_KEY_ID && { keyId: razorpaySettings.RAZORPAY_KEY_ID }),
  ...(razorpaySettings.RAZORPAY_KEY_SECRET && { keySecret: razorpaySettings.RAZORPAY_KEY_SECRET }),
  ...(razorpaySettings.RAZORPAY_WEBHOOK_SECRET && {
    webhookSecret: razorpaySettings.RAZORPAY_WEBHOOK_SECRET[0],
  }),
  webhookUrl: new URL('/api/v1/payments/webhook', serverSettings.PUBLIC_URL).href,
});
if (sandboxSettings.SANDBOX_PAYMENTS_FILE)
  storeLedger(payments, sandboxSettings.SANDBOX_PAYMENTS_FILE);
onShutdown('payment provider', async () => payments.close());

const web = await startWeb({
  host: serverSettings.HOST,
  port: sandboxSettings.SANDBOX_PORT,
  routers: [
    handsetRoutes({ smsc, smscHost: serverSettings.HOST }),
    mailboxRoutes({ mailbox, host: serverSettings.HOST }),
    identityRoutes(clients),
    paymentRoutes(payments),
    slackRoutes({ origin: () => `http://${serverSettings.HOST}:${web.port}` }),
  ],
});
onShutdown('sandbox pages', web.close);

endOnSignal(shutDown);
/**
 * The host name in logged addresses. If the site and the sandbox both run on this machine, it is the site's host name, so
 * that all addresses have the same host.
 */
const host =
  isLoopback(site.hostname) && isLoopback(serverSettings.HOST)
    ? site.hostname
    : serverSettings.HOST;
logger.info(
  {
    smpp: `${host}:${smsc.port}`,
    smtp: `${host}:${mailbox.port}`,
    handset: `http://${host}:${web.port}`,
    mailbox: `http://${host}:${web.port}/mailbox`,
    payments: `http://${host}:${web.port}/payments`,
    slack: `http://${host}:${web.port}/slack`,
  },
  'sandbox is ready',
);
