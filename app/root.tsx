import serif from '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2?url';
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import {
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useNavigation,
  useRouteError,
} from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DelayedRedirect, describeError, ErrorPage } from './components/pages.tsx';
import { ServerToast, ToastCard, ToastProvider, useShowToast } from './components/toasts.tsx';
import { keepRoutesWaiting } from './connection/route-modules.ts';
import {
  describeWaiting,
  explainWaiting,
  sendWaiting,
  useWaiting,
  type Waiting,
} from './connection/waiting.ts';
import { paths } from './paths.ts';
import { tellZone, usePreferences } from './preferences/preferences.ts';
import { requestIdMeta, useDocumentLoaded, useNonce, useRequestId } from './request-context.ts';
import { loadRootData } from './root-data.server.ts';
import { consumeFlash } from './session/toast.server.ts';
import { isTrackable, useAnalytics } from './site/analytics.tsx';
import styles from './styles/app.css?url';

/** The preloaded fonts. Every page needs them for its first view; other fonts load where they are used. */
const faces = [inter, serif].map((href) => ({
  rel: 'preload' as const,
  as: 'font' as const,
  type: 'font/woff2' as const,
  href,
  crossOrigin: 'anonymous' as const,
}));

export const links: LinksFunction = () => [
  ...faces,
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
];

export const meta: MetaFunction = ({ error }) => [
  { title: error ? `${describeError(error).title} · Dakiya` : 'Dakiya' },
];

/** Loads what every page needs: the toast that the previous page left, and the visitor's preferences. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { flash, headers } = await consumeFlash(request);
  return data({ flash, ...(await loadRootData(request)) }, { headers });
}

export type RootLoaderData = Awaited<ReturnType<typeof loader>>['data'];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const requestId = useRequestId();
  const { theme } = usePreferences();
  useDocumentLoaded();
  useEffect(keepRoutesWaiting, []);
  useEffect(tellZone, []);
  return (
    <html className="has-[#consent]:scroll-pb-32" data-theme={theme} lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {requestId ? <meta name={requestIdMeta} content={requestId} /> : null}
        <Meta />
        <Links />
        <AnalyticsScript />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  const { flash } = useLoaderData<typeof loader>();
  return (
    <ToastProvider waiting={<WaitingToasts />}>
      <Loading />
      <Outlet />
      <ServerToast toast={flash?.toast} />
      {flash?.next ? <DelayedRedirect to={flash.next} /> : null}
    </ToastProvider>
  );
}

/** The 404 page and the error page. */
export function ErrorBoundary() {
  return (
    <ToastProvider waiting={<WaitingToasts />}>
      <ErrorPage error={useRouteError()} />
    </ToastProvider>
  );
}

const withoutQuery = (address: string) => address.replace(/\?.*/, '');

/** Texts shown while a page that reads the database is loading. */
const loadingTexts: Record<string, string> = {
  [paths.plans]: 'Loading plans...',
  [withoutQuery(paths.paymentStatus(''))]: 'Loading...',
};

const loadingTextFor = (path: string) =>
  path.startsWith(paths.dashboard()) ? 'Loading...' : loadingTexts[path];

/** Announces that a page of the dashboard or of `loadingTexts` is loading. */
function Loading() {
  const { state, location } = useNavigation();
  const waits = useWaiting().length > 0;
  const text = state === 'loading' && !waits ? loadingTextFor(location.pathname) : undefined;
  return (
    <p className={text ? 'loading-mark' : 'sr-only'} role="status">
      {text}
    </p>
  );
}

/**
 * Shows that requests failed, and offers to send them again. This toast stays while the requests wait; the
 * message of a failed form is an ordinary toast.
 */
function WaitingToasts() {
  const waiting = useWaiting();
  const showToast = useShowToast();
  const announced = useRef(new WeakSet<Waiting>());
  useEffect(() => {
    for (const request of waiting) {
      if (announced.current.has(request)) continue;
      announced.current.add(request);
      const { why, fallback, trying } = request;
      if (why === 'lost' && fallback && !trying)
        showToast({ type: 'error', title: 'Error', message: fallback });
    }
  }, [waiting, showToast]);
  const last = waiting.at(-1);
  if (!last) return null;
  const failures = waiting.reduce((sum, request) => sum + request.failures, 0);
  return (
    <ToastCard
      action={{
        label: waiting.some(({ trying }) => trying) ? 'Trying...' : 'Try again',
        run: sendWaiting,
      }}
      detail={explainWaiting(last)}
      key={failures}
      toast={{ type: 'error', title: 'Error', message: describeWaiting(last) }}
    />
  );
}

/**
 * The analytics script, for visitors who have allowed it. The script is loaded only with a new document, so
 * that it never sees the URLs of earlier pages. Navigating to an untracked page loads a new document
 * without it.
 */
function AnalyticsScript() {
  const nonce = useNonce();
  const analytics = useAnalytics();
  const here = useLocation();
  const { location: next } = useNavigation();
  const [script] = useState(analytics?.script ?? null);

  const leaving = useRef(false);
  useEffect(() => {
    const to = next ?? here;
    if (!script || leaving.current || isTrackable(to.pathname)) return;
    leaving.current = true;
    if (next) window.location.assign(to.pathname + to.search);
    else window.location.reload();
  }, [script, next, here]);

  if (!script) return null;
  return (
    <script
      async
      // The two most common analytics scripts read their site id from these two attributes.
      data-domain={script.siteId}
      data-website-id={script.siteId}
      nonce={nonce}
      src={script.src}
      // Browsers hide a nonce from scripts, so hydration would report a difference.
      suppressHydrationWarning
    />
  );
}
