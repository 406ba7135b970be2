import type { MetaFunction } from '@remix-run/node';

export const meta: MetaFunction = () => [{ title: 'Page Not Found · Dakiya' }];

/** Any other path: a 404, shown by the root's error boundary. */
export function loader() {
  throw new Response(null, { status: 404 });
}

export default function Missing() {
  return null;
}
