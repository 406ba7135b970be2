/** The settings with which a library's client is created. */
export type ClientSettings = {
  apiId: string;
  apiKey: string;
  baseUrl: string;
  timeoutMs?: number;
  maxRetries?: number;
};

/** An error thrown by a library. `family` is the name of its class, which is the same in every language. */
export type LibraryError = {
  family: string;
  message: string;
  status: number | null;
  code: string | null;
  param: string | null;
  docUrl: string | null;
  requestId: string | null;
  retryAfterSeconds: number | null;
  details: Record<string, unknown>;
};

export type Outcome = {
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into values of every shape
  value?: any;
  error?: LibraryError;
};

/** A file among the arguments. A driver converts it to a file of its language. */
export type SentFile = { $file: { name: string; text: string } };

export const isSentFile = (value: unknown): value is SentFile =>
  typeof value === 'object' && value !== null && '$file' in value;

/**
 * A library under test, in any language. Arguments and results are JSON, so that a driver can run the library in another
 * process.
 */
export type Library = {
  /**
   * Calls a method of a client by its camel-case name, such as `otp.services.list`. A list returns its first page, `{ data,
   * next }`. Options follow the arguments, such as a timeout in milliseconds or an idempotency key.
   */
  call(
    settings: ClientSettings,
    method: string,
    args: unknown[],
    options?: { idempotencyKey?: string; timeoutMs?: number },
  ): Promise<Outcome>;
  /** Iterates over all pages of a list. Returns all entries. */
  collect(settings: ClientSettings, method: string, args: unknown[]): Promise<Outcome>;
  /** Verifies a webhook, and returns its event. */
  unwrap(
    body: string,
    headers: Record<string, string>,
    secret: string | string[],
  ): Promise<Outcome>;
};

/** For each operation that accepts an API key, the name of the library's method. */
export const methodOf: Record<string, string> = {
  sendMessage: 'messages.send',
  postMessage: 'messages.post',
  sendBatch: 'messages.sendBatch',
  listMessages: 'messages.list',
  getMessage: 'messages.get',
  listScheduledMessages: 'messages.listScheduled',
  rescheduleMessage: 'messages.reschedule',
  cancelMessage: 'messages.cancel',
  getAnalytics: 'account.getAnalytics',
  getBalance: 'account.getBalance',
  sendOtp: 'otp.send',
  getOtp: 'otp.get',
  verifyOtp: 'otp.verify',
  listOtpServices: 'otp.services.list',
  createOtpService: 'otp.services.create',
  changeOtpService: 'otp.services.update',
  deleteOtpService: 'otp.services.delete',
  listSuppressions: 'suppressions.list',
  suppressRecipients: 'suppressions.add',
  importSuppressions: 'suppressions.import',
  unsuppressRecipient: 'suppressions.remove',
  listWebhookEndpoints: 'webhooks.endpoints.list',
  createWebhookEndpoint: 'webhooks.endpoints.create',
  getWebhookEndpoint: 'webhooks.endpoints.get',
  updateWebhookEndpoint: 'webhooks.endpoints.update',
  deleteWebhookEndpoint: 'webhooks.endpoints.delete',
  getWebhookSecret: 'webhooks.endpoints.getSecret',
  rotateWebhookSecret: 'webhooks.endpoints.rotateSecret',
  sendTestWebhook: 'webhooks.endpoints.sendTest',
  recoverWebhookEvents: 'webhooks.endpoints.recover',
  listWebhookRecoveries: 'webhooks.endpoints.listRecoveries',
  listWebhookEvents: 'webhooks.events.list',
  getWebhookEvent: 'webhooks.events.get',
  listWebhookAttempts: 'webhooks.events.listAttempts',
  replayWebhookEvent: 'webhooks.events.replay',
  eraseRecipient: 'privacy.erase',
  listErasures: 'privacy.listErasures',
  getErasure: 'privacy.getErasure',
  getRecipientData: 'privacy.getRecipientData',
  listTextViews: 'privacy.listTextViews',
  getRetention: 'privacy.getRetention',
  checkDltMessages: 'dlt.check',
  getDltMode: 'dlt.getMode',
  updateDltMode: 'dlt.updateMode',
  listDltEntities: 'dlt.entities.list',
  createDltEntity: 'dlt.entities.create',
  updateDltEntity: 'dlt.entities.update',
  deleteDltEntity: 'dlt.entities.delete',
  listDltHeaders: 'dlt.headers.list',
  createDltHeader: 'dlt.headers.create',
  updateDltHeader: 'dlt.headers.update',
  deleteDltHeader: 'dlt.headers.delete',
  addDltEvidence: 'dlt.headers.addEvidence',
  listDltTemplates: 'dlt.templates.list',
  createDltTemplate: 'dlt.templates.create',
  getDltTemplate: 'dlt.templates.get',
  updateDltTemplate: 'dlt.templates.update',
  deleteDltTemplate: 'dlt.templates.delete',
  importDltTemplates: 'dlt.templates.import',
  importDltList: 'dlt.imports.create',
  getDltImport: 'dlt.imports.get',
  listDltLinks: 'dlt.links.list',
  createDltLink: 'dlt.links.create',
  deleteDltLink: 'dlt.links.delete',
  listDltChains: 'dlt.chains.list',
  createDltChain: 'dlt.chains.create',
  deleteDltChain: 'dlt.chains.delete',
};
