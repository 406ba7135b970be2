import type { FieldMetadata } from '@conform-to/react';
import { Link, useLoaderData } from '@remix-run/react';
import { CardList, CardListRow } from '#app/components/lists.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { ConfirmButton, SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field, FieldErrors, Select, TextArea } from '#app/forms/field.tsx';
import { listMark } from '#app/forms/parse-form.ts';
import { orToast } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { actForOperator, formAct, loadForOperator } from '#app/operator/operator-route.server.ts';
import { AnnouncementTabs } from '#app/operator/page-parts.tsx';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { hasPermission } from '#domain/identity/operators/permissions.ts';
import {
  componentIds,
  componentStates,
  components,
  incidentImpacts,
  incidentInput,
  incidentStatuses,
  maintenanceInput,
  maintenanceStatuses,
  maxOverrideHours,
  overrideInput,
} from '#domain/status/contract.browser.ts';
import {
  createIncident,
  liftOverride,
  overrideComponent,
  scheduleMaintenance,
} from '#domain/status/manage-incidents.ts';
import {
  type ComponentStatus,
  type IncidentReport,
  readStatus,
} from '#domain/status/read-status.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = {
  operatorPage: 'announcements',
  nameOf: () => 'Incidents and status',
};
export const meta = () => noIndexMeta('Incidents and status');

const here = paths.operatorIncidents;
const formIds = { incident: 'incident', maintenance: 'maintenance', override: 'override' };

export const loader = loadForOperator('announcements.read', async ({ role }) => {
  const { components: listed, current, maintenances, past } = await readStatus();
  return {
    components: listed.map(({ days, ...one }) => one),
    open: [...current, ...maintenances],
    past,
    mayWrite: hasPermission(role, 'status.write'),
  };
});

export const action = actForOperator({
  'incident.create': formAct({
    permission: 'status.write',
    schema: incidentInput,
    fallback: fallbacks.incident,
    formId: () => formIds.incident,
    run: async (input) =>
      redirectDone(paths.operatorIncident(await createIncident(input)), 'Incident published'),
  }),
  'maintenance.create': formAct({
    permission: 'status.write',
    schema: maintenanceInput,
    fallback: fallbacks.incident,
    formId: () => formIds.maintenance,
    run: async (input) => {
      const id = await scheduleMaintenance(input);
      return redirectDone(paths.operatorIncident(id), 'Maintenance published');
    },
  }),
  'component.override': formAct({
    permission: 'status.write',
    schema: overrideInput,
    fallback: fallbacks.component,
    formId: () => formIds.override,
    run: async (input, { operator }) => {
      await overrideComponent(input, operator.email);
      return redirectDone(here, `${components[input.component].name}: state set`);
    },
  }),
  'component.restore': {
    permission: 'status.write',
    act: (_, form) =>
      orToast({ to: here, fallback: fallbacks.component }, async () => {
        await liftOverride(String(form.get('component')));
        return redirectDone(here, 'The measured state is shown again');
      }),
  },
});

const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const componentOptions = componentIds.map((id) => ({ value: id, label: components[id].name }));

/** The states of the components, the incidents, and the forms for both. */
export default function IncidentsPage() {
  const { components: listed, open, past, mayWrite } = useLoaderData<typeof loader>();
  return (
    <div className="@container grid gap-5">
      <AnnouncementTabs open="incidents" />
      <p className="max-w-prose text-sm text-faint">
        The public page{' '}
        <a className="link" href={paths.status}>
          {paths.status}
        </a>{' '}
        shows these states and incidents. This installation serves the page, so when the
        installation is down, the page is down too. Publish a copy on another server with{' '}
        <code>npm run status -- export</code>.
      </p>
      <div className="grid gap-5 @4xl:grid-cols-2 @4xl:items-start">
        <TitledCard heading="h2" id="components" title="Components">
          <CardList empty="">
            {listed.map((one) => (
              <ComponentRow key={one.id} mayWrite={mayWrite} one={one} />
            ))}
          </CardList>
        </TitledCard>
        {mayWrite ? <OverrideForm /> : null}
      </div>
      <Incidents empty="Nothing is wrong, and nothing is planned." list={open} title="Current" />
      {mayWrite ? (
        <div className="grid gap-5 @4xl:grid-cols-2 @4xl:items-start">
          <IncidentForm />
          <MaintenanceForm />
        </div>
      ) : null}
      <Incidents
        empty="There were no incidents and no maintenance."
        list={past}
        title="Past 90 days"
      />
    </div>
  );
}

type ComponentRowProps = { one: Omit<ComponentStatus, 'days'>; mayWrite: boolean };

const ComponentRow = ({ one, mayWrite }: ComponentRowProps) => (
  <CardListRow>
    <div className="grid min-w-0 gap-0.5">
      <p>{one.name}</p>
      <p className="text-xs text-faint">
        {one.overrideUntil ? (
          <>
            set by an operator until <Timestamp at={one.overrideUntil} />
          </>
        ) : (
          <>
            measured, since <Timestamp at={one.changedAt} />
          </>
        )}
        {one.uptime === null ? '' : ` · ${one.uptime}% in 90 days`}
      </p>
    </div>
    <div className="flex flex-wrap items-center gap-3 @2xl:shrink-0">
      <span className={`stamp ${one.state === 'operational' ? 'text-good' : 'text-bad'}`}>
        {componentStates[one.state]}
      </span>
      {mayWrite && one.overrideUntil ? (
        <ConfirmButton
          alignRight="@4xl"
          fallback={fallbacks.component}
          fields={{ component: one.id, intent: 'component.restore' }}
          label="Show measured"
          name={one.name}
        >
          The page shows the measured state again.
        </ConfirmButton>
      ) : null}
    </div>
  </CardListRow>
);

function OverrideForm() {
  const { form, fields } = useValidatedForm({ id: formIds.override, schema: overrideInput });
  return (
    <TitledCard
      heading="h2"
      id="set-state"
      text="Set a state for problems that the figures do not show. Measuring continues, and after the given hours the page shows the measured state again."
      title="Set a state"
    >
      <ValidatedForm
        className="grid gap-5 p-5"
        fallback={fallbacks.component}
        form={form}
        intent="component.override"
      >
        <div className="grid gap-5 @2xl:grid-cols-2">
          <Select field={fields.component} label="Component" options={componentOptions} />
          <Select field={fields.state} label="State" options={optionsOf(componentStates)} />
        </div>
        <Field field={fields.hours} hint={`1 to ${maxOverrideHours}`} label="For how many hours" />
        <Field field={fields.reason} hint="For the audit trail" label="Why" />
        <SubmitLine busy="Saving...">Set state</SubmitLine>
      </ValidatedForm>
    </TitledCard>
  );
}

function IncidentForm() {
  const { form, fields } = useValidatedForm({ id: formIds.incident, schema: incidentInput });
  return (
    <TitledCard heading="h2" id="new-incident" title="New incident">
      <ValidatedForm
        className="grid gap-5 p-5"
        fallback={fallbacks.incident}
        form={form}
        intent="incident.create"
      >
        <Field field={fields.title} label="Title" />
        <div className="grid gap-5 @2xl:grid-cols-2">
          <Select field={fields.impact} label="Impact" options={optionsOf(incidentImpacts)} />
          <Select field={fields.status} label="Status" options={optionsOf(incidentStatuses)} />
        </div>
        <ComponentChoices field={fields.components} />
        <TextArea field={fields.body} hint="What customers notice, and what you do" label="Text" />
        <SubmitLine busy="Publishing...">Publish incident</SubmitLine>
      </ValidatedForm>
    </TitledCard>
  );
}

function MaintenanceForm() {
  const { form, fields } = useValidatedForm({ id: formIds.maintenance, schema: maintenanceInput });
  return (
    <TitledCard heading="h2" id="new-maintenance" title="New maintenance">
      <ValidatedForm
        className="grid gap-5 p-5"
        fallback={fallbacks.incident}
        form={form}
        intent="maintenance.create"
      >
        <Field field={fields.title} label="Title of the maintenance" />
        <div className="grid gap-5 @2xl:grid-cols-2 @4xl:grid-cols-1 @6xl:grid-cols-2">
          <Field field={fields.startsAt} hint="India time" label="Begins" type="datetime-local" />
          <Field field={fields.endsAt} hint="India time" label="Ends" type="datetime-local" />
        </div>
        <ComponentChoices field={fields.components} />
        <TextArea field={fields.body} hint="What customers will notice" label="Announcement" />
        <SubmitLine busy="Publishing...">Publish maintenance</SubmitLine>
      </ValidatedForm>
    </TitledCard>
  );
}

type IncidentsProps = { title: string; empty: string; list: IncidentReport[] };

const statusNames = { ...incidentStatuses, ...maintenanceStatuses };

const Incidents = ({ title, empty, list }: IncidentsProps) => (
  <TitledCard heading="h2" id={title.toLowerCase().replaceAll(' ', '-')} title={title}>
    <CardList empty={empty}>
      {list.map(({ id, title: name, impact, status, startsAt }) => (
        <CardListRow key={id}>
          <div className="grid min-w-0 gap-0.5">
            <Link className="link [overflow-wrap:anywhere]" to={paths.operatorIncident(id)}>
              {name}
            </Link>
            <p className="text-xs text-faint">
              <Timestamp at={startsAt} /> ·{' '}
              {impact === 'maintenance' ? 'Maintenance' : `Impact: ${incidentImpacts[impact]}`}
            </p>
          </div>
          <span className="stamp justify-self-start text-airmail">{statusNames[status]}</span>
        </CardListRow>
      ))}
    </CardList>
  </TitledCard>
);

/** The affected components, as checkboxes. The form gets one line per checked component. */
function ComponentChoices({ field }: { field: FieldMetadata<string | undefined> }) {
  const { id, name, errors, errorId, initialValue } = field;
  const chosen = (initialValue ?? '').split('\n');
  return (
    <fieldset
      aria-describedby={errors?.length ? errorId : undefined}
      className="grid gap-1"
      id={id}
      tabIndex={-1}
    >
      <legend className="mb-1.5 text-sm font-medium">Affected components</legend>
      {componentIds.map((component) => (
        <label className="flex min-h-7 items-center gap-2.5 text-sm" key={component}>
          <input
            className="size-4 shrink-0 accent-airmail"
            defaultChecked={chosen.includes(component)}
            name={`${name}${listMark}${component}`}
            type="checkbox"
            value={component}
          />
          {components[component].name}
        </label>
      ))}
      <FieldErrors errors={errors} id={errorId} />
    </fieldset>
  );
}
