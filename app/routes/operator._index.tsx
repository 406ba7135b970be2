import { useLoaderData } from '@remix-run/react';
import { Timestamp } from '#app/components/timestamp.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { loadForOperator } from '#app/operator/operator-route.server.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = { operatorPage: 'now' };
export const meta = () => noIndexMeta('Now');

export const loader = loadForOperator('now.read', async () => ({ readAt: new Date() }));

/** The state of the installation. */
export default function NowPage() {
  const { readAt } = useLoaderData<typeof loader>();
  return (
    <p className="text-sm text-faint">
      Updated <Timestamp at={readAt} />
    </p>
  );
}
