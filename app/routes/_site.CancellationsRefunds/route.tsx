import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { PageHeader } from '#app/site/page-header.tsx';
import { publicPageMeta } from '#app/site/public-page-meta.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';
import { act } from './act.server.ts';
import { CancelPlan } from './cancel-plan.tsx';
import { load } from './load.server.ts';
import { Policy } from './policy.tsx';
import { RequestRefund } from './request-refund.tsx';

export const meta: MetaFunction = (args) =>
  publicPageMeta(
    {
      title: 'Cancellations & Refunds',
      description:
        'How to cancel a plan or request a refund: what you keep, what is refunded, and how long it takes.',
      path: paths.refunds,
    },
    args,
  );

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return {
    tab: findRefundTab(searchParams.get('tab')),
    sure: searchParams.has('sure'),
    own: await load(request),
    supportEmail: supportSettings.SUPPORT_EMAIL,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  return act(userId, await readForm(request));
}

/** The policy beside the two tabs, which are links. */
export default function CancellationsRefunds() {
  const { tab, sure, own, supportEmail } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-10">
      <PageHeader
        lead="What happens when you cancel a plan, and when you get a refund."
        title="Cancellations & Refunds"
      />
      <div className="grid gap-12 lg:grid-cols-2 lg:gap-16">
        <div className="grid content-start gap-8">
          <nav aria-label="Requests" className="flex gap-6 border-b border-line text-sm">
            {refundTabs.map(({ id, label }) => (
              <Link
                aria-current={id === tab ? 'page' : undefined}
                className="-mb-px border-b-2 border-transparent py-2.5 text-faint hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
                key={id}
                preventScrollReset
                to={paths.refundsTab(id)}
              >
                {label}
              </Link>
            ))}
          </nav>
          {tab === 'refund' ? (
            <RequestRefund own={own} supportEmail={supportEmail} />
          ) : (
            <CancelPlan own={own} supportEmail={supportEmail} sure={sure} />
          )}
        </div>
        <Policy />
      </div>
    </div>
  );
}

/** The tabs of the page, selected by `?tab=`; the first one is the default. */
const refundTabs = [
  { id: 'refund', label: 'Request Refund' },
  { id: 'cancel', label: 'Cancel Plan' },
] as const;

export type RefundTabId = (typeof refundTabs)[number]['id'];

/** The tab with this id, or the first one. */
const findRefundTab = (id: string | null): RefundTabId =>
  refundTabs.find((tab) => tab.id === id)?.id ?? refundTabs[0].id;
