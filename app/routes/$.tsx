import type { MetaFunction } from '@remix-run/node';

export const meta: MetaFunction = () => [{ title: 'Page Not Found · Dakiya' }];

/** Responds with 404 to every unknown path; the root's error boundary renders the page. */
export function loader() {
  throw new Response(null, { status: 404 });
}

export default function Missing() {
  return null;
}
