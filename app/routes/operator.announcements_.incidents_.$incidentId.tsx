import { useLoaderData } from '@remix-run/react';
import { Detail, TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Select, TextArea } from '#app/forms/field.tsx';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { actForOperator, formAct, loadForOperator } from '#app/operator/operator-route.server.ts';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { hasPermission } from '#domain/identity/operators/permissions.ts';
import {
  components,
  incidentImpacts,
  incidentStatuses,
  incidentUpdateInput,
  maintenanceStatuses,
} from '#domain/status/contract.browser.ts';
import { addIncidentUpdate } from '#domain/status/manage-incidents.ts';
import { getIncident } from '#domain/status/read-status.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = {
  operatorPage: 'announcements',
  nameOf: (view) => (view as { incident: { title: string } }).incident.title,
  list: { label: 'Incidents and status', to: paths.operatorIncidents },
};
export const meta = () => noIndexMeta('Incident');

const formId = 'incident-update';

export const loader = loadForOperator('announcements.read', async ({ role }, { params }) => {
  const incident = await getIncident(params.incidentId ?? '');
  if (!incident) throw new Response(null, { status: 404 });
  return { incident, mayWrite: hasPermission(role, 'status.write') };
});

export const action = actForOperator({
  'incident.update': formAct({
    permission: 'status.write',
    schema: incidentUpdateInput,
    fallback: fallbacks.incident,
    formId: () => formId,
    run: async (input, { params: { incidentId: id = '' } }) => {
      await addIncidentUpdate(id, input);
      return redirectDone(paths.operatorIncident(id), 'Update published');
    },
  }),
});

const allStatuses = { ...incidentStatuses, ...maintenanceStatuses };

/** An incident or a maintenance with its history, and the form that continues it. */
export default function IncidentPage() {
  const { incident, mayWrite } = useLoaderData<typeof loader>();
  const { id, impact, status, startsAt, endsAt, resolvedAt, updates } = incident;
  return (
    <div className="@container grid gap-5">
      <TitledCard
        aside={<span className="stamp text-airmail">{allStatuses[status]}</span>}
        heading="h2"
        id="incident"
        title={impact === 'maintenance' ? 'Maintenance' : 'Incident'}
      >
        <dl className="grid gap-2 px-5 py-4 text-sm">
          {impact === 'maintenance' ? null : (
            <Detail label="Impact">{incidentImpacts[impact]}</Detail>
          )}
          <Detail label="Components">
            {incident.components.map((one) => components[one]?.name ?? one).join(', ')}
          </Detail>
          <Detail label={status === 'scheduled' ? 'Begins' : 'Began'}>
            <Timestamp at={startsAt} />
          </Detail>
          {endsAt ? (
            <Detail label="Scheduled end">
              <Timestamp at={endsAt} />
            </Detail>
          ) : null}
          {resolvedAt ? (
            <Detail label="Ended">
              <Timestamp at={resolvedAt} />
            </Detail>
          ) : null}
          <Detail label="Public">
            <a className="link" href={`${paths.status}#${id}`}>
              {paths.status}
            </a>
          </Detail>
        </dl>
      </TitledCard>
      {mayWrite ? <UpdateForm isMaintenance={impact === 'maintenance'} status={status} /> : null}
      <TitledCard heading="h2" id="history" title="History">
        <ol className="divide-y divide-line">
          {updates.map((one) => (
            <li className="grid gap-1 px-5 py-3 text-sm" key={one.id}>
              <p className="text-xs text-faint">
                {allStatuses[one.status]} · <Timestamp at={one.at} />
              </p>
              <p className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">{one.body}</p>
            </li>
          ))}
        </ol>
      </TitledCard>
    </div>
  );
}

function UpdateForm({ isMaintenance, status }: { isMaintenance: boolean; status: string }) {
  const { form, fields } = useValidatedForm({
    id: formId,
    schema: incidentUpdateInput,
    defaultValue: { status: status as 'identified' },
  });
  const names = isMaintenance ? maintenanceStatuses : incidentStatuses;
  const options = Object.entries(names).map(([value, label]) => ({ value, label }));
  return (
    <TitledCard
      heading="h2"
      id="update"
      text={`An update cannot be changed later. The state “${isMaintenance ? 'Completed' : 'Resolved'}” ends the ${isMaintenance ? 'maintenance' : 'incident'}.`}
      title="Publish an update"
    >
      <ValidatedForm
        className="grid gap-5 p-5"
        fallback={fallbacks.incident}
        form={form}
        intent="incident.update"
      >
        <Select field={fields.status} label="Status" options={options} />
        <TextArea field={fields.body} label="Text" />
        <SubmitLine busy="Publishing...">Publish update</SubmitLine>
      </ValidatedForm>
    </TitledCard>
  );
}
