import { dashboardPaths, type ScreenId } from '#domain/shared/dashboard-paths.browser.ts';

/** A page of the operator's console in its navigation. */
export type OperatorPageId =
  | 'now'
  | 'carriers'
  | 'accounts'
  | 'senders'
  | 'money'
  | 'announcements'
  | 'audit';

type Search = URLSearchParams | Record<string, string>;

function withSearch(path: string, search: Search): string {
  const query = new URLSearchParams(search).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** A screen of the dashboard, with its query. */
const dashboard = (id: ScreenId = 'home', search: Search = {}) =>
  withSearch(dashboardPaths[id], search);

/** Every address that pages link to. */
export const paths = {
  home: '/',
  features: '/features',
  plans: '/plans',
  about: '/about',
  contact: '/contact',
  blog: '/blog',
  careers: '/careers',
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  cookies: '/cookie-policy',
  refunds: '/CancellationsRefunds',
  /** Asks for confirmation before a plan is cancelled. */
  cancelPlan: '/CancellationsRefunds?tab=cancel&sure=1',
  refundsTab: (id: string) => `/CancellationsRefunds?tab=${id}`,
  docs: '/docs',
  docsSection: (id: string) => `/docs/${id}`,
  /** A section as Markdown. */
  docsMarkdown: (id: string) => `/docs/${id}.md`,
  /** An introduction to the product for language models, with links (https://llmstxt.org). */
  llms: '/llms.txt',
  /** Results of a documentation search; its parameter is `query`. */
  docsSearch: '/docs/search',
  /** The index that the browser searches while the user types. */
  docsIndex: '/docs/search-index.json',
  reference: '/api-reference',
  /** A page of the API reference: an operation, or a type of webhook event. */
  operation: (id: string) => `/api-reference/${id}`,
  openapi: '/api/v1/openapi.json',
  status: '/status',
  /** The status in the format of Statuspage. */
  statusSummary: '/status/summary.json',
  /** The incidents and maintenances as a feed. */
  statusFeed: '/status/feed.atom',
  statusStyle: '/status/style.css',
  sitemap: '/sitemap.xml',
  securityTxt: '/.well-known/security.txt',
  /** The invoice of a paid order, as a PDF. */
  invoice: (orderId: string) => `/invoices/${orderId}.pdf`,
  payment: (planId: string) => `/payment?plan=${planId}`,
  paymentStatus: (orderId: string) => `/payment-status?order=${orderId}`,
  /** The payment status page after the checkout's signature could not be verified. */
  paymentFailed: (orderId: string) => `/payment-status?order=${orderId}&verified=no`,
  /** The address to which the provider's payment page redirects the browser. */
  paymentCallback: '/payment-callback',
  login: '/login',
  /** The login page after a registration, which says that the account exists and must be confirmed. */
  loginAfterRegistering: '/login?registered=1',
  /** The login page, which then leads to a path of this site. */
  loginThen: (path: string) => `/login?to=${encodeURIComponent(path)}`,
  /** The page that asks for the second factor, and then leads to a path of this site. */
  secondFactor: (path: string) => `/login/factor?to=${encodeURIComponent(path)}`,
  /** Returns the options of a sign-in with a passkey. */
  passkeyOptions: '/passkey-options',
  /** The page of the second factors. */
  factors: `${dashboardPaths.settings}/factors`,
  register: '/register',
  /** Redirects to the registration; the documentation uses this address. */
  signup: '/signup',
  logout: '/logout',
  sidebar: '/sidebar',
  /** The address that stores the chosen mode of the dashboard: live or test. */
  mode: '/mode',
  theme: '/theme',
  /** Hides an announcement for this browser. */
  announcement: '/announcement',
  consent: '/consent',
  forgotPassword: '/forget-password',
  resetPassword: (token: string) => `/reset-password/${token}`,
  sendConfirmation: '/send-confirmation',
  confirmEmail: (token: string) => `/confirm-email/${token}`,
  authCallback: '/auth/callback',
  google: '/api/v1/users/google',
  github: '/api/v1/users/github',
  explorer: (operation: string) => dashboard('api', { operation }),
  /** The page of the OTP services. The OTP console is the screen above it. */
  otpServices: `${dashboardPaths.OTPVerification}/services`,
  newOtpService: `${dashboardPaths.OTPVerification}/services/new`,
  /** The form of a new OTP service. Afterwards, the console opens with the service selected. */
  newOtpServiceToTry: `${dashboardPaths.OTPVerification}/services/new?try=1`,
  /** The statistics of a service's codes over some hours. */
  otpService: (id: string, search: Search = {}) =>
    withSearch(`${dashboardPaths.OTPVerification}/services/${encodeURIComponent(id)}`, search),
  editOtpService: (id: string) =>
    `${dashboardPaths.OTPVerification}/services/${encodeURIComponent(id)}/edit`,
  /** The OTP console with this service selected. */
  tryOtpService: (service: string) => dashboard('OTPVerification', { service }),
  /** A section of the documentation inside the dashboard. */
  ownDocsSection: (section: string) => dashboard('documentation', { section }),
  /** The form of a new API key with this mode selected. */
  newKey: (livemode: boolean) => dashboard('new-api', { mode: livemode ? 'live' : 'test' }),
  /** An API key, with all actions. */
  key: (id: string) => `${dashboardPaths['manage-api']}/${encodeURIComponent(id)}`,
  /** The page on which the user approves the login of a program. The id is not secret. */
  pair: (id: string) => withSearch(`${dashboardPaths['manage-api']}/pair`, { id }),
  /** The message console with this key selected. */
  tryKey: (keyId: string) => dashboard('message', { key: keyId }),
  /** The message console with the fields of an earlier message filled in, to send it again. */
  sendAgain: (messageId: string) => dashboard('message', { again: messageId }),
  /** The message console with the delivery status of a message. */
  sent: (messageId: string) => dashboard('message', { sent: messageId }),
  /** The address to which a console's script posts the form. The response is JSON. */
  console: (tab: string) => `/console/${tab}`,
  /** Returns the secret of an API key for the copy button. */
  apiKeySecret: '/api-key-secret',
  /** The address to which the explorer's script posts a call. */
  explorerCall: '/explorer-call',
  /** Server-sent events with the status of a message. */
  follow: (messageId: string) => `/follow/${messageId}`,
  /** The message log, with its filters. */
  messages: (search: Search) => dashboard('messages', search),
  /** One message, with the filters and page of the log from which it was opened. */
  message: (id: string, place: Search = {}) =>
    withSearch(`${dashboardPaths.messages}/${encodeURIComponent(id)}`, place),
  /** Who changed what in the account. */
  auditTrail: (search: Search = {}) => withSearch(`${dashboardPaths.settings}/audit`, search),
  /** The file with the events of the audit trail, as CSV. */
  auditFile: (search: Search = {}) => withSearch('/audit.csv', search),
  /** The request log by error code. If the query has `list`, `code` or `after`, it shows single requests. */
  requestLog: (search: Search = {}) => withSearch(`${dashboardPaths.messages}/request-log`, search),
  /** The stored data of recipients, the erasures, and the record of who has seen texts. */
  recipients: (search: Search = {}) => withSearch(`${dashboardPaths.messages}/privacy`, search),
  /** Numbers that get no promotional messages. */
  scheduled: (search: Search = {}) => withSearch(`${dashboardPaths.messages}/scheduled`, search),
  suppressions: (search: Search = {}) =>
    withSearch(`${dashboardPaths.messages}/suppressions`, search),
  /** The stored data of a number, as a file. */
  recipientFile: (format: 'json' | 'csv', number: string) =>
    withSearch(`/recipient-data/${format}`, { number }),
  /** The kinds of hooks to choose from, or the form of a new hook of a kind. */
  newHook: (kind?: string) => withSearch(`${dashboardPaths.hooks}/new`, kind ? { kind } : {}),
  /** A hook with its last calls. `search` can have `secret` to show a secret that was just generated. */
  hook: (id: string, search: Search = {}) =>
    withSearch(`${dashboardPaths.hooks}/${encodeURIComponent(id)}`, search),
  editHook: (id: string) => `${dashboardPaths.hooks}/${encodeURIComponent(id)}/edit`,
  newWebhook: `${dashboardPaths.webhooks}/new`,
  /** A webhook endpoint with its events, which the query may filter. */
  webhook: (id: string, search: Search = {}) =>
    withSearch(`${dashboardPaths.webhooks}/${encodeURIComponent(id)}`, search),
  editWebhook: (id: string) => `${dashboardPaths.webhooks}/${encodeURIComponent(id)}/edit`,
  /** The page that shows events as they occur, optionally of one type. */
  listen: (search: Search = {}) => withSearch(`${dashboardPaths.webhooks}/listen`, search),
  /** Server-sent events with the webhook events of a mode. `after` is the last event that the page has. */
  webhookStream: (mode: string, after: string | null) =>
    withSearch(`/webhook-stream/${mode}`, after ? { after } : {}),
  /** The progress of an endpoint's replays, for a script. */
  webhookReplays: (id: string) => `/webhook-replays/${encodeURIComponent(id)}`,
  /** An event with its posted body and its attempts. */
  webhookEvent: (id: string) => `${dashboardPaths.webhooks}/events/${encodeURIComponent(id)}`,
  /** Headers and entities. `after` is the last header of the previous page. */
  senders: (after?: string) => dashboard('senders', after ? { after } : {}),
  newEntity: `${dashboardPaths.senders}/entities/new`,
  newHeader: `${dashboardPaths.senders}/headers/new`,
  /** The templates with a given text in their name, body or id. */
  templates: (search: Search = {}) => withSearch(`${dashboardPaths.senders}/templates`, search),
  newTemplate: `${dashboardPaths.senders}/templates/new`,
  template: (id: string) => `${dashboardPaths.senders}/templates/${encodeURIComponent(id)}`,
  importTemplates: `${dashboardPaths.senders}/import`,
  /** The page of an import. `search` can name the row after which the list of rows begins. */
  import: (id: string, search: Search = {}) =>
    withSearch(`${dashboardPaths.senders}/import/${id}`, search),
  /** The page of the links that messages may contain and of the chains of telemarketers. */
  links: (search: Search = {}) => withSearch(`${dashboardPaths.senders}/links`, search),
  /** The page of the messages that our check passed and operators rejected. */
  rejections: `${dashboardPaths.senders}/rejections`,
  /** The page that checks a message against the registry. */
  checkMessage: `${dashboardPaths.senders}/check`,
  /** The address to which the checker's script posts a message. The response is JSON. */
  dltCheck: '/dlt-check',
  /** The part of the documentation that explains the reasons of messages. */
  reasons: '/docs/messaging#reasons',
  /** The part of the documentation that explains a verdict. */
  verdict: (code: string) => `/docs/dlt#${code}`,
  /** The screen on which an export of the account's data is started and downloaded. */
  exportData: `${dashboardPaths.account}/export`,
  /** The archive of an export. */
  exportFile: (id: string) => `/account-export/${id}.zip`,
  deleteAccount: `${dashboardPaths.account}/delete`,
  /** The page on which the owner of an account can undo the deletion after a sign-in. */
  accountDeletion: '/account-deletion',
  messagesFile: (search: URLSearchParams) => withSearch('/messages.csv', search),
  /** A carrier on the operator's console. */
  operatorCarrier: (name: string) => `/operator/carriers/${encodeURIComponent(name)}`,
  /** The page with the PDUs of a carrier that could not be read. */
  operatorUnread: (name: string) => `/operator/carriers/${encodeURIComponent(name)}/unread`,
  /** A page of the operator's console. */
  operator: (page: OperatorPageId, search: Search = {}) =>
    withSearch(page === 'now' ? '/operator' : `/operator/${page}`, search),
  /** An account in the operator's console. */
  operatorAccount: (userId: string) => `/operator/accounts/${userId}`,
  operatorAnnouncement: (id: string) => `/operator/announcements/${encodeURIComponent(id)}`,
  operatorIncidents: '/operator/announcements/incidents',
  operatorIncident: (id: string) => `/operator/announcements/incidents/${encodeURIComponent(id)}`,
  operatorAnomalies: (search: Search = {}) => withSearch('/operator/money/anomalies', search),
  operatorPlans: '/operator/money/plans',
  operatorPlan: (id: string) => `/operator/money/plans/${encodeURIComponent(id)}`,
  /** A month of invoices and refunds, as CSV. */
  operatorMonth: (month: string) => withSearch('/operator/money/month.csv', { month }),
  /** The invoice of any account’s order, as a PDF. */
  operatorInvoice: (orderId: string) => `/operator/money/invoices/${encodeURIComponent(orderId)}`,
  operatorDrift: '/operator/senders/drift',
  /** The file with which an account proves that it owns a header. */
  operatorEvidence: (account: string, header: string) =>
    withSearch('/operator/senders/evidence', { account, header }),
  operatorComplaints: (search: Search = {}) => withSearch('/operator/senders/complaints', search),
  operatorComplaint: (id: string) => `/operator/senders/complaints/${encodeURIComponent(id)}`,
  dashboard,
};
