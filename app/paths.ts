import { dashboardPaths, type ScreenId } from '#domain/shared/dashboard-paths.ts';

type Search = URLSearchParams | Record<string, string>;

function withSearch(path: string, search: Search): string {
  const query = new URLSearchParams(search).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** A screen of the dashboard, and what it is asked to show. */
const dashboard = (id: ScreenId = 'home', search: Search = {}) =>
  withSearch(dashboardPaths[id], search);

/** Every address that the pages link to. */
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
  /** Where somebody who wants to cancel is asked whether they are sure. */
  cancelPlan: '/CancellationsRefunds?tab=cancel&sure=1',
  refundsTab: (id: string) => `/CancellationsRefunds?tab=${id}`,
  docs: '/docs',
  docsSection: (id: string) => `/docs/${id}`,
  /** What a search of the documentation found; the words are its `query`. */
  docsSearch: '/docs/search',
  /** What the browser searches as one types. */
  docsIndex: '/docs/search-index.json',
  reference: '/api-reference',
  operation: (id: string) => `/api-reference/${id}`,
  openapi: '/api/v1/openapi.json',
  sitemap: '/sitemap.xml',
  securityTxt: '/.well-known/security.txt',
  /** The invoice of a paid order, as a file. */
  invoice: (orderId: string) => `/invoices/${orderId}.pdf`,
  payment: (planId: string) => `/payment?plan=${planId}`,
  /** What became of a payment. */
  paymentStatus: (orderId: string) => `/payment-status?order=${orderId}`,
  /** The same, after what the checkout handed over could not be verified. */
  paymentFailed: (orderId: string) => `/payment-status?order=${orderId}&verified=no`,
  /** Where the provider's own page sends a browser back to. */
  paymentCallback: '/payment-callback',
  login: '/login',
  /** The login that leads on to a path of ours. */
  loginThen: (path: string) => `/login?to=${encodeURIComponent(path)}`,
  register: '/register',
  /** The registration, as the documentation calls it. */
  signup: '/signup',
  logout: '/logout',
  sidebar: '/sidebar',
  theme: '/theme',
  consent: '/consent',
  forgotPassword: '/forget-password',
  resetPassword: (token: string) => `/reset-password/${token}`,
  sendConfirmation: '/send-confirmation',
  confirmEmail: (token: string) => `/confirm-email/${token}`,
  authCallback: '/auth/callback',
  google: '/api/v1/users/google',
  github: '/api/v1/users/github',
  /** An operation in the dashboard's explorer. */
  explorer: (operation: string) => dashboard('api', { operation }),
  /** A section of the documentation, within the dashboard. */
  ownDocsSection: (section: string) => dashboard('documentation', { section }),
  /** The console, with this key chosen. */
  tryKey: (keyId: string) => dashboard('message', { key: keyId }),
  /** The console, with what became of a message that it sent. */
  sent: (messageId: string) => dashboard('message', { sent: messageId }),
  /** Where the form of a console goes, for an answer that is no page. */
  console: (tab: string) => `/console/${tab}`,
  /** The secret of an API key, to be copied. */
  apiKeySecret: '/api-key-secret',
  /** Where the explorer's script sends a call. */
  explorerCall: '/explorer-call',
  /** The states of a message, as they happen. */
  follow: (messageId: string) => `/follow/${messageId}`,
  /** The log of messages, as filtered. */
  messages: (search: Search) => dashboard('messages', search),
  /** One message, with the place in the log that it is opened from. */
  message: (id: string, place: Search = {}) =>
    withSearch(`${dashboardPaths.messages}/${encodeURIComponent(id)}`, place),
  /** Calls that were refused, from this one of the page before on. */
  refusedRequests: (after?: string) =>
    withSearch(`${dashboardPaths.messages}/refused`, after ? { after } : {}),
  messagesFile: (search: URLSearchParams) => withSearch('/messages.csv', search),
  dashboard,
};
