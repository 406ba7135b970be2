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
  useRouteError,
} from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import { AnalyticsScript } from './analytics/analytics-script.tsx';
import { DelayedRedirect } from './components/delayed-redirect.tsx';
import { describeError, ErrorPage } from './components/error-page.tsx';
import { Loading } from './components/loading.tsx';
import { ServerToast, ToastProvider } from './components/toasts.tsx';
import { keepRoutesWaiting } from './connection/route-modules.ts';
import { WaitingToasts } from './connection/waiting-toasts.tsx';
import { usePreferences } from './preferences/use-preferences.ts';
import { requestIdMeta, useDocumentLoaded, useNonce, useRequestId } from './request-context.ts';
import { loadRootData } from './root-data.server.ts';
import { consumeFlash } from './session/toast.server.ts';
import styles from './styles/app.css?url';

/** The fonts of the first screen of every page are preloaded; others load where they are used. */
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

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const requestId = useRequestId();
  const { theme } = usePreferences();
  useDocumentLoaded();
  useEffect(keepRoutesWaiting, []);
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
