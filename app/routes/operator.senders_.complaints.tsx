import { Form, Link, useLoaderData } from '@remix-run/react';
import { CardCell, CardRow, CardTable, PageLinks } from '#app/components/lists.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field, TextArea } from '#app/forms/field.tsx';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { actForOperator, formAct, loadForOperator } from '#app/operator/operator-route.server.ts';
import { OutcomeStamp } from '#app/operator/outcome-stamp.tsx';
import { SenderTabs } from '#app/operator/page-parts.tsx';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { hasPermission } from '#domain/identity/operators/permissions.ts';
import { listComplaints, recordComplaint } from '#domain/messaging/complaints/complaints.ts';
import {
  type ComplaintOutcome,
  complaintForm,
  complaintOutcomes,
} from '#domain/messaging/complaints/contract.browser.ts';
import { startOfDayInIndia } from '#domain/shared/days-in-india.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = { operatorPage: 'senders', nameOf: () => 'Complaints' };
export const meta = () => noIndexMeta('Complaints');

const formId = 'complaint';
const pageSize = 25;
const dayMs = 86_400_000;

/** The time and the id of the last complaint of a page, in a query. */
const place = /^(\d{4}-\d\d-\d\dT[\d:.]+Z),(cmp_[0-9A-Z]{26})$/;

const isOutcome = (given: string): given is ComplaintOutcome =>
  Object.hasOwn(complaintOutcomes, given);

const readDay = (given: string): Date | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given))
    ? startOfDayInIndia(given)
    : undefined;

export const loader = loadForOperator('complaints.read', async ({ role }, { request }) => {
  const { searchParams } = new URL(request.url);
  const read = (name: string) => searchParams.get(name)?.trim().slice(0, 60) ?? '';
  const typed = {
    ...{ number: read('number'), header: read('header'), from: read('from'), to: read('to') },
    outcome: isOutcome(read('outcome')) ? read('outcome') : '',
  };
  const number = typed.number === '' ? undefined : recipientInput.safeParse(typed.number).data;
  const isFindable = typed.number === '' || number !== undefined;
  const until = readDay(typed.to);
  const [, at, id] = place.exec(read('after')) ?? [];
  const after =
    at && id && !Number.isNaN(Date.parse(at)) ? { receivedAt: new Date(at), id } : undefined;
  const filter = {
    number,
    header: /^[\x21-\x7e]{1,11}$/.test(typed.header) ? typed.header : undefined,
    from: readDay(typed.from),
    to: until && new Date(until.getTime() + dayMs),
    outcome: isOutcome(typed.outcome) ? typed.outcome : undefined,
  };
  const found = isFindable ? await listComplaints(filter, { limit: pageSize + 1, after }) : [];
  const last = found.length > pageSize ? found[pageSize - 1] : undefined;
  return {
    complaints: found.slice(0, pageSize),
    next: last ? `${last.receivedAt.toISOString()},${last.id}` : null,
    ...{ typed, isFirst: after === undefined },
    mayWrite: hasPermission(role, 'complaints.write'),
  };
});

/** Checks the number with the numbering plan, which only the server has. */
const complaintInput = complaintForm.extend({ number: recipientInput });

export const action = actForOperator({
  'complaint.create': formAct({
    permission: 'complaints.write',
    schema: complaintInput,
    fallback: fallbacks.complaint,
    formId: () => formId,
    run: async (input) =>
      redirectDone(paths.operatorComplaint(await recordComplaint(input)), 'Complaint recorded'),
  }),
});

/** Complaints of recipients, found by number, date and header, and the form of a new one. */
export default function ComplaintsPage() {
  const { complaints, next, typed, isFirst, mayWrite } = useLoaderData<typeof loader>();
  const filled = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''));
  return (
    <div className="@container grid gap-5">
      <SenderTabs open="complaints" />
      <p className="max-w-prose text-sm text-faint">
        Complaints about unsolicited messages, as access providers pass them on. They are kept for
        three years.
      </p>
      <Search />
      {complaints.length > 0 ? (
        <CardTable
          caption="Complaints, the latest received first"
          columns={['Received', 'Number', 'Header', 'Template', 'Reference', 'Outcome']}
        >
          {complaints.map((one) => (
            <CardRow className="grid grid-cols-2 gap-y-1 py-2" key={one.id}>
              <CardCell label="Received" wide>
                <Link className="link" to={paths.operatorComplaint(one.id)}>
                  <Timestamp at={one.receivedAt} />
                </Link>
              </CardCell>
              <CardCell label="Number">{one.number}</CardCell>
              <CardCell label="Header">
                <span className="font-mono text-xs">{one.header}</span>
              </CardCell>
              <CardCell label="Template" wide>
                <span className="font-mono text-xs [overflow-wrap:anywhere]">
                  {one.templateId ?? '–'}
                </span>
              </CardCell>
              <CardCell label="Reference">
                <span className="[overflow-wrap:anywhere]">{one.reference ?? '–'}</span>
              </CardCell>
              <CardCell label="Outcome">
                <OutcomeStamp outcome={one.outcome} />
              </CardCell>
            </CardRow>
          ))}
        </CardTable>
      ) : (
        <p className="card p-6 text-sm">No complaint matches.</p>
      )}
      <PageLinks
        newest={isFirst ? null : paths.operatorComplaints(filled)}
        older={next === null ? null : paths.operatorComplaints({ ...filled, after: next })}
      />
      {mayWrite ? <NewComplaint /> : null}
    </div>
  );
}

function Search() {
  const { typed } = useLoaderData<typeof loader>();
  const isFiltered = Object.values(typed).some((value) => value !== '');
  const fields = [
    { name: 'number', label: 'Number', type: 'search' },
    { name: 'header', label: 'Header', type: 'search' },
    { name: 'from', label: 'From', type: 'date' },
    { name: 'to', label: 'To', type: 'date' },
  ] as const;
  return (
    <Form
      action={paths.operatorComplaints()}
      className="flex flex-wrap items-end gap-3"
      key={JSON.stringify(typed)}
      role="search"
    >
      {fields.map(({ name, label, type }) => (
        <div className="grid min-w-0 flex-1 basis-36 gap-1" key={name}>
          <label className="text-xs text-faint" htmlFor={`find-${name}`}>
            {label}
          </label>
          <input
            autoComplete="off"
            className="input"
            defaultValue={typed[name]}
            id={`find-${name}`}
            maxLength={40}
            name={name}
            type={type}
          />
        </div>
      ))}
      <div className="grid gap-1">
        <label className="text-xs text-faint" htmlFor="find-outcome">
          Outcome
        </label>
        <select className="input" defaultValue={typed.outcome} id="find-outcome" name="outcome">
          <option value="">All</option>
          {Object.entries(complaintOutcomes).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <button className="button-quiet min-h-10" type="submit">
        Search
      </button>
      {isFiltered ? (
        <Link className="link py-2 text-sm" to={paths.operatorComplaints()}>
          Show all
        </Link>
      ) : null}
    </Form>
  );
}

function NewComplaint() {
  const { form, fields } = useValidatedForm({ id: formId, schema: complaintForm });
  return (
    <TitledCard
      heading="h2"
      id="new-complaint"
      text="Dakiya looks for the message among the accounts with this header, around the stated time."
      title="Record a complaint"
    >
      <ValidatedForm
        className="grid gap-5 p-5"
        fallback={fallbacks.complaint}
        form={form}
        intent="complaint.create"
      >
        <div className="grid gap-5 @2xl:grid-cols-3">
          <Field field={fields.number} label="Complainant’s number" />
          <Field
            field={fields.receivedAt}
            hint="India time, as the complaint states it"
            label="Received"
            type="datetime-local"
          />
          <Field field={fields.header} label="Header of the message" />
          <Field field={fields.templateId} hint="Optional" label="Template" />
          <Field
            field={fields.reference}
            hint="The access provider’s reference, optional"
            label="Reference"
          />
          <Field field={fields.messageId} hint="Optional, if you know it" label="Message id" />
        </div>
        <TextArea field={fields.detail} label="What the complaint states" />
        <SubmitLine busy="Saving...">Record complaint</SubmitLine>
      </ValidatedForm>
    </TitledCard>
  );
}
