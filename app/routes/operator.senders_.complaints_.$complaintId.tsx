import { Link, useLoaderData } from '@remix-run/react';
import { Detail, TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Select, TextArea } from '#app/forms/field.tsx';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { actForOperator, formAct, loadForOperator } from '#app/operator/operator-route.server.ts';
import { OutcomeStamp } from '#app/operator/outcome-stamp.tsx';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { hasPermission } from '#domain/identity/operators/permissions.ts';
import { decideComplaint, getComplaint } from '#domain/messaging/complaints/complaints.ts';
import {
  type Complaint,
  complaintDecision,
  complaintOutcomes,
} from '#domain/messaging/complaints/contract.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = {
  operatorPage: 'senders',
  nameOf: () => 'Complaint',
  list: { label: 'Complaints', to: paths.operatorComplaints() },
};
export const meta = () => noIndexMeta('Complaint');

const formId = 'complaint-decision';

export const loader = loadForOperator('complaints.read', async ({ role }, { params }) => {
  try {
    const complaint = await getComplaint((params.complaintId ?? '').slice(0, 40));
    return { complaint, mayWrite: hasPermission(role, 'complaints.write') };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new Response(null, { status: 404 });
  }
});

export const action = actForOperator({
  'complaint.decide': formAct({
    permission: 'complaints.write',
    schema: complaintDecision,
    fallback: fallbacks.complaint,
    formId: () => formId,
    run: async (input, { params: { complaintId: id = '' } }) => {
      await decideComplaint(id, input);
      return redirectDone(paths.operatorComplaint(id), 'Complaint decided');
    },
  }),
});

/** A complaint with its message and account, and the form that decides it. */
export default function ComplaintPage() {
  const { complaint, mayWrite } = useLoaderData<typeof loader>();
  const { number, receivedAt, header, templateId, reference, detail } = complaint;
  return (
    <div className="@container grid gap-5">
      <TitledCard
        aside={<OutcomeStamp outcome={complaint.outcome} />}
        heading="h2"
        id="complaint"
        title={`${header} to ${number}`}
      >
        <dl className="grid gap-2 px-5 py-4 text-sm">
          <Detail label="Received">
            <Timestamp at={receivedAt} />
          </Detail>
          <Detail label="Template">{templateId ?? '–'}</Detail>
          <Detail label="Reference">{reference ?? '–'}</Detail>
          <Detail label="Account">
            {complaint.userId ? (
              <Link className="link font-mono text-xs" to={paths.operatorAccount(complaint.userId)}>
                {complaint.userId}
              </Link>
            ) : (
              'Not found: no account with this header sent to this number around that time'
            )}
          </Detail>
          <Detail label="Message">
            {complaint.messageId ? (
              <Link
                className="link font-mono text-xs"
                to={paths.operator('accounts', { q: complaint.messageId })}
              >
                {complaint.messageId}
              </Link>
            ) : (
              'Not found'
            )}
          </Detail>
          <Detail label="Recorded">
            <Timestamp at={complaint.createdAt} />
          </Detail>
          <Detail label="Statement">
            <span className="whitespace-pre-line">{detail}</span>
          </Detail>
          {complaint.finding !== null && complaint.decidedAt ? (
            <>
              <Detail label="Decided">
                <Timestamp at={complaint.decidedAt} />
              </Detail>
              <Detail label="Finding">
                <span className="whitespace-pre-line">{complaint.finding}</span>
              </Detail>
            </>
          ) : null}
        </dl>
      </TitledCard>
      {mayWrite ? <DecisionForm complaint={complaint} /> : null}
    </div>
  );
}

function DecisionForm({ complaint: { outcome, finding } }: { complaint: Complaint }) {
  const { form, fields } = useValidatedForm({
    id: formId,
    schema: complaintDecision,
    defaultValue: { ...(outcome !== 'open' && { outcome }), finding: finding ?? '' },
  });
  const options = (['upheld', 'rejected'] as const).map((value) => ({
    value,
    label: complaintOutcomes[value],
  }));
  return (
    <TitledCard
      heading="h2"
      id="decide"
      text="An earlier decision stays in the audit trail."
      title={outcome === 'open' ? 'Decide' : 'Change the decision'}
    >
      <ValidatedForm
        className="grid gap-5 p-5"
        fallback={fallbacks.complaint}
        form={form}
        intent="complaint.decide"
      >
        <Select field={fields.outcome} label="Outcome" options={options} />
        <TextArea field={fields.finding} hint="What was found, and what was done" label="Finding" />
        <SubmitLine busy="Saving...">Save decision</SubmitLine>
      </ValidatedForm>
    </TitledCard>
  );
}
