import {
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useRouteError,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { GoTo } from './components/go-to.tsx';
import { Loading } from './components/loading.tsx';
import { Notice } from './components/notice.tsx';
import { AnswerToast, ToastProvider } from './components/toasts.tsx';
import { useNonce } from './nonce.ts';
import { paths } from './paths.ts';
import { takeFlash } from './session/toast.server.ts';
import styles from './styles/app.css?url';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

export const meta: MetaFunction = () => [{ title: 'Dakiya' }];

/** What the page before left to be told. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { flash, headers } = await takeFlash(request);
  return data({ flash }, { headers });
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
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
    <ToastProvider>
      <Loading />
      <Outlet />
      <AnswerToast toast={flash?.toast} />
      {flash?.next ? <GoTo to={flash.next} /> : null}
    </ToastProvider>
  );
}

/** The page for a path that is none, and for everything that went wrong. */
export function ErrorBoundary() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Notice
      title={missing ? 'Page Not Found' : 'Something went wrong'}
      text={
        missing
          ? 'No letter was ever delivered to this address.'
          : 'It is our fault, and it is in our log. Please try again.'
      }
      link={{ to: paths.home, label: 'Back to Home' }}
    />
  );
}
