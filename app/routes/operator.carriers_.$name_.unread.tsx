import { Link, useLoaderData } from '@remix-run/react';
import { TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { loadForOperator } from '#app/operator/operator-route.server.ts';
import { paths } from '#app/paths.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { listUnread } from '#domain/delivery/receipts/unread-pdus.ts';
import { listUnmatched } from '#domain/delivery/reconcile/match-pending-receipts.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = {
  operatorPage: 'carriers',
  nameOf: (view) => `Unread from ${(view as { name: string }).name}`,
};
export const meta = () => noIndexMeta('Unread from a carrier');

/** Also lists the PDUs and receipts of a removed carrier. */
export const loader = loadForOperator('carriers.unread', async (_, { params: { name = '' } }) => {
  const [pdus, unmatched] = await Promise.all([listUnread(name), listUnmatched(name)]);
  return {
    ...{ name, unmatched },
    pdus: pdus.map(({ receivedAt, reason, octets }) => ({
      ...{ receivedAt, reason, octets: octets.toString('hex') },
      text: octets
        .toString('latin1')
        .replaceAll(/[^\x20-\x7e]+/g, ' ')
        .trim(),
    })),
  };
});

/**
 * The PDUs of a carrier that could not be read, and its receipts without a message: the last 50 of each kind, from the
 * last week.
 */
export default function UnreadPage() {
  const { name, pdus, unmatched } = useLoaderData<typeof loader>();
  return (
    <>
      <Link className="link justify-self-start text-sm" to={paths.operatorCarrier(name)}>
        Back to {name}
      </Link>
      <TitledCard
        heading="h2"
        id="unmatched"
        text="The latest 50 receipts of the last 7 days whose id and number match no message."
        title="Receipts without a message"
      >
        {unmatched.length === 0 ? (
          <p className="px-5 py-4 text-sm text-faint">Each receipt matched a message.</p>
        ) : (
          <ul className="divide-y divide-line text-sm">
            {unmatched.map(({ receivedAt, carrierMessageId, recipient, status }) => (
              <li
                className="flex flex-wrap justify-between gap-x-4 gap-y-1 px-5 py-2"
                key={`${receivedAt.toISOString()} ${carrierMessageId} ${recipient}`}
              >
                <span className="min-w-0 font-mono text-xs [overflow-wrap:anywhere]">
                  {carrierMessageId || 'no id'}, {recipient || 'no number'}: {status}
                </span>
                <span className="text-xs text-faint">
                  <Timestamp at={receivedAt} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </TitledCard>
      <TitledCard
        heading="h2"
        id="pdus"
        text="The latest 50 PDUs of the last 7 days, with their octets. They may contain numbers and texts."
        title="PDUs that cannot be read"
      >
        {pdus.length === 0 ? (
          <p className="px-5 py-4 text-sm text-faint">Each PDU could be read.</p>
        ) : (
          <ul className="divide-y divide-line text-sm">
            {pdus.map(({ receivedAt, reason, octets, text }) => (
              <li
                className="grid gap-1 px-5 py-2 [overflow-wrap:anywhere]"
                key={`${receivedAt.toISOString()} ${octets}`}
              >
                <span className="flex flex-wrap justify-between gap-x-4">
                  {reason}
                  <span className="text-xs text-faint">
                    <Timestamp at={receivedAt} />
                  </span>
                </span>
                <code className="font-mono text-xs">{text}</code>
                <code className="font-mono text-xs text-faint">{octets}</code>
              </li>
            ))}
          </ul>
        )}
      </TitledCard>
    </>
  );
}
