import type { Actor } from './actor.ts';

type Prepare = (actor: Actor) => Promise<void>;

const freshToken: Prepare = async (actor) => {
  actor.names['own.token'] = await actor.logIn();
};
const freshCookie: Prepare = (actor) => actor.logInByForm();
const spareKey: Prepare = (actor) => actor.spareKey();
const code: Prepare = (actor) => actor.code();
const payment: Prepare = (actor) => actor.pay();
const webhook: Prepare = (actor) => actor.webhook();
const notListening: Prepare = (actor) => actor.stopListening();
const resetLink: Prepare = (actor) => actor.resetLink();
const confirmLink: Prepare = (actor) => actor.link('confirm-email', 'confirmToken');

/** Creates the data that valid requests consume, before each round: by operation, route of a form, or page. */
export const setUpBefore: Record<string, Prepare> = {
  logOut: freshToken,
  verifyOtp: code,
  resetPassword: resetLink,
  updateApiKey: spareKey,
  rollApiKey: spareKey,
  deleteApiKey: spareKey,
  getWebhookEndpoint: webhook,
  updateWebhookEndpoint: webhook,
  deleteWebhookEndpoint: webhook,
  getWebhookSecret: webhook,
  rotateWebhookSecret: webhook,
  sendTestWebhook: webhook,
  recoverWebhookEvents: webhook,
  listWebhookRecoveries: webhook,
  getWebhookEvent: webhook,
  listWebhookAttempts: webhook,
  replayWebhookEvent: webhook,
  verifyPayment: payment,
  receivePaymentWebhook: payment,
  renewSubscription: payment,
  cancelSubscription: payment,
  requestRefund: payment,
  'routes/_member.dashboard_.keys': spareKey,
  'routes/_member.dashboard_.otp': code,
  'routes/_member.dashboard_.account': freshCookie,
  'routes/_member.dashboard_.webhooks_.$endpointId': webhook,
  'routes/_member.dashboard_.webhooks_.$endpointId_.edit': webhook,
  'routes/_member.dashboard_.webhooks_.events_.$eventId': webhook,
  'routes/logout': freshCookie,
  'routes/_site.reset-password.$token': resetLink,
  'routes/_site.confirm-email.$token': confirmLink,
  'routes/_site.CancellationsRefunds': payment,
  'routes/_site.payment': payment,
  'routes/payment-callback': payment,
  'page routes/_member.dashboard_.webhooks_.$endpointId': webhook,
  'page routes/_member.dashboard_.webhooks_.$endpointId_.edit': webhook,
  'page routes/_member.dashboard_.webhooks_.events_.$eventId': webhook,
  'page routes/webhook-replays.$endpointId': webhook,
  'page routes/webhook-stream.$mode': notListening,
  'page routes/invoices.$order[.]pdf': payment,
};
