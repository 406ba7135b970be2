import { Link, useLoaderData } from '@remix-run/react';
import { CardList } from '#app/components/lists.tsx';
import { Detail, TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { ReasonPanel } from '#app/operator/act-forms.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { actForOperator, formAct, loadForOperator } from '#app/operator/operator-route.server.ts';
import { SenderTabs } from '#app/operator/page-parts.tsx';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import {
  decideHeader,
  listWaitingHeaders,
  type WaitingHeader,
} from '#domain/dlt/registry/header-decisions.ts';
import { hasPermission } from '#domain/identity/operators/permissions.ts';
import { reasonForm } from '#domain/messaging/support/contract.browser.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = { operatorPage: 'senders' };
export const meta = () => noIndexMeta('Senders');

const here = paths.operator('senders');

/**
 * The maximum number of waiting headers on the page. The oldest of each account comes first, so that no account hides
 * the others.
 */
const listed = 50;

export const loader = loadForOperator('senders.read', async ({ role }) => ({
  headers: await listWaitingHeaders(listed),
  mayDecide: hasPermission(role, 'senders.decide'),
}));

const readField = (form: FormData, name: string) => String(form.get(name) ?? '').slice(0, 60);

/** The decision about the header that the form names. */
const decide = (label: 'approve' | 'decline', status: 'approved' | 'declined') =>
  formAct({
    permission: 'senders.decide',
    schema: reasonForm,
    fallback: fallbacks.decideHeader,
    formId: (form) => `${label}-${readField(form, 'account')}-${readField(form, 'header')}`,
    run: async ({ reason }, { form, operator }) => {
      const header = readField(form, 'header');
      await decideHeader(readField(form, 'account'), header, { status, reason }, operator.email);
      return redirectDone(here, `${header} ${status}`, 'The owner of the header gets an email.');
    },
  });

export const action = actForOperator({
  'header.approve': decide('approve', 'approved'),
  'header.refuse': decide('decline', 'declined'),
});

/** Headers that wait for a decision, with their evidence and the approved headers that look like them. */
export default function SendersPage() {
  const { headers, mayDecide } = useLoaderData<typeof loader>();
  return (
    <div className="@container grid gap-5">
      <SenderTabs open="approvals" />
      <p className="max-w-prose text-sm text-faint">
        An account may send from a header only after your approval. Compare the evidence with the
        entity. A header that looks like another account’s header is probably an imitation.
      </p>
      <TitledCard heading="h2" id="waiting" title="Waiting">
        <CardList empty="No header waits for approval.">
          {headers.map((one) => (
            <Header key={`${one.userId} ${one.header}`} mayDecide={mayDecide} one={one} />
          ))}
        </CardList>
      </TitledCard>
    </div>
  );
}

function Header({ one, mayDecide }: { one: WaitingHeader; mayDecide: boolean }) {
  const { userId, header, entityName, entityId, createdAt, evidence, declinedFor, lookAlikes } =
    one;
  const fields = { account: userId, header };
  return (
    <li className="grid gap-3 px-5 py-4 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-mono font-medium">{header}</h3>
        {lookAlikes.length > 0 ? (
          <span className="stamp text-bad">Looks like another header</span>
        ) : null}
      </div>
      <dl className="grid gap-1.5">
        <Detail label="Account">
          <span className="font-mono text-xs">{userId}</span>
        </Detail>
        <Detail label="Entity">
          <bdi>{entityName}</bdi> ({entityId})
        </Detail>
        <Detail label="Waits since">
          <Timestamp at={createdAt} />
        </Detail>
        <Detail label="Evidence">
          {evidence ? (
            <a className="link" href={paths.operatorEvidence(userId, header)}>
              {evidence.name} ({evidence.type})
            </a>
          ) : (
            'None'
          )}
        </Detail>
        {lookAlikes.length > 0 ? (
          <Detail label="Looks like">
            {lookAlikes
              .map((other) => `${other.header} of ${other.userId ?? 'this installation'}`)
              .join(', ')}
          </Detail>
        ) : null}
        {declinedFor === null ? null : <Detail label="Declined before">{declinedFor}</Detail>}
      </dl>
      {mayDecide ? (
        <div className="relative flex flex-wrap gap-3">
          <ReasonPanel
            inRow
            fallback={fallbacks.decideHeader}
            fields={fields}
            hint="For the audit trail, for example what the evidence shows"
            id={`approve-${userId}-${header}`}
            intent="header.approve"
            label="Approve"
            name={`${header} of ${userId}`}
          >
            The account may send from {header}, and its owner gets an email.
          </ReasonPanel>
          <ReasonPanel
            inRow
            danger
            fallback={fallbacks.decideHeader}
            fields={fields}
            hint="The owner sees it in the email and on the dashboard"
            id={`decline-${userId}-${header}`}
            intent="header.refuse"
            label="Decline"
            name={`${header} of ${userId}`}
          >
            The account cannot send from {header}. Its owner can upload other evidence.
          </ReasonPanel>
        </div>
      ) : null}
      {header && evidence === null ? (
        <p className="text-xs text-faint">
          There is no evidence yet. Ask the owner for the DLT portal’s approval of the header.{' '}
          <Link className="link" to={paths.operatorComplaints({ header })}>
            Complaints about {header}
          </Link>
        </p>
      ) : null}
    </li>
  );
}
