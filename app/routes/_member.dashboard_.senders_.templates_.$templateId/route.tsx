import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { actOnScreen, formAct, loadScreen, screenForms } from '#app/dashboard/screen.server.ts';
import { confirmFirst, pageBelow, pageBelowMeta } from '#app/dashboard/screen-route.tsx';
import { ConfirmButton, SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { orToast, readFields } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { answerPostedCheck, checkDraft } from '#app/senders/answer-check.server.ts';
import { Checker } from '#app/senders/checker.tsx';
import { editTemplateFormId, templateChangesForm } from '#app/senders/forms.ts';
import {
  categoryLabels,
  describeOff,
  type LongestValues,
  templateKindLabels,
} from '#app/senders/labels.ts';
import { OnOff, RegistryPage, StatusStamp } from '#app/senders/registry-page.tsx';
import { TemplateBody, TemplateRisks } from '#app/senders/template-preview.tsx';
import { redirectDone } from '#app/session/toast.server.ts';
import { changeTemplate } from '#domain/dlt/registry/change-registered.ts';
import {
  isSuspect,
  type TemplateRow,
  takesOutOfUse,
} from '#domain/dlt/registry/contract.browser.ts';
import { templateInput } from '#domain/dlt/registry/inputs.browser.ts';
import { findTemplate, listEntities, suggestHeaders } from '#domain/dlt/registry/list-registry.ts';
import { findTemplateRisks } from '#domain/dlt/registry/parse-template.browser.ts';
import { removeTemplate } from '#domain/dlt/registry/remove-registered.ts';
import { dltSettings } from '#domain/dlt/settings.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow(
  'senders',
  ({ template }: { template: { name: string } }) => template.name,
);
export const meta = pageBelowMeta(handle, 'Template');

const dltId = templateInput.shape.template_id;

const toggle = z.object({ status: z.enum(['active', 'inactive']) });

const forms = screenForms({
  check: { recentSignIn: false, act: answerPostedCheck, showDraft: checkDraft },
  edit: formAct({
    recentSignIn: false,
    schema: templateChangesForm,
    formId: editTemplateFormId,
    fallback: fallbacks.registry,
    isRestored: true,
    run: async (
      { name, headers = [] },
      { signedIn: { userId }, params: { templateId: id = '' } },
    ) => {
      await changeTemplate(userId, id, { name, headers });
      return redirectDone(paths.template(id), 'Template saved');
    },
  }),
  // While a template is disabled, its messages are rejected.
  status: {
    recentSignIn: {
      for: 'turn_sender_off',
      when: (form) => form.getAll('status').some(takesOutOfUse),
    },
    act: async ({ userId }, form, { params: { templateId: id = '' } }) => {
      const to = paths.template(id);
      const isOn = readFields(form, toggle).status === 'active';
      return orToast({ to, fallback: fallbacks.registry }, async () => {
        await changeTemplate(userId, id, { status: isOn ? 'approved' : 'inactive' });
        return redirectDone(to, isOn ? 'Template enabled' : 'Template disabled');
      });
    },
  },
  remove: {
    recentSignIn: { for: 'delete_sender' },
    act: ({ userId }, _, { params: { templateId: id = '' } }) =>
      orToast({ to: paths.template(id), fallback: fallbacks.registry }, async () => {
        await removeTemplate(userId, id);
        return redirectDone(paths.templates(), 'Template removed');
      }),
  },
});

/** Loads a template. @throws Response 404 if the account has no template with this id */
export const loader = loadScreen(
  'senders',
  async ({ userId }, { params: { templateId = '' } }) => {
    const [template, entities, headers] = await Promise.all([
      dltId.safeParse(templateId).success ? findTemplate(userId, templateId) : null,
      listEntities(userId),
      suggestHeaders(userId),
    ]);
    if (!template) throw new Response(null, { status: 404 });
    const entityName = entities.find(({ entityId }) => entityId === template.entityId)?.name;
    const longest = dltSettings.DLT_RULES.maxCharacters;
    return { template, entityName, headers, longest };
  },
  forms.showDraft,
);

/** @throws Response 404 if the id is malformed */
export const action = actOnScreen(
  'senders',
  async (signedIn, form, args) => {
    if (!dltId.safeParse(args.params.templateId).success) throw new Response(null, { status: 404 });
    return forms.act(signedIn, form, args);
  },
  forms,
);

export default confirmFirst(TemplatePage);

function TemplatePage() {
  const { template, entityName, headers, longest } = useLoaderData<typeof loader>();
  const { templateId } = template;
  // The account's usable headers to which the template is bound.
  const usable = headers.filter(
    (one) => !template.headers.length || template.headers.includes(one),
  );
  return (
    <RegistryPage open="templates" title={null}>
      <TemplateStatusForm template={template} />
      <TemplateDetails entityName={entityName} longest={longest} template={template} />
      <EditTemplate headers={headers} template={template} />
      <Checker headers={usable} templateId={templateId} />
    </RegistryPage>
  );
}

type TemplateStatusFormProps = { template: Pick<TemplateRow, 'name' | 'status' | 'reason'> };

/** The state of a template, with buttons to disable, enable and remove the template. */
const TemplateStatusForm = ({ template }: TemplateStatusFormProps) => (
  <div className="flex items-center justify-between gap-4">
    <div className="grid min-w-0 justify-items-start gap-1.5">
      <StatusStamp health={isSuspect(template) ? 'suspect' : template.status} />
      <StateNote template={template} />
    </div>
    <div className="grid justify-items-end gap-2 @2xl:flex">
      <OnOff
        alignRight="always"
        fields={{ intent: 'status' }}
        isOn={template.status === 'approved'}
        name={template.name}
      >
        Messages with this template are refused until you enable it again.
      </OnOff>
      <ConfirmButton
        alignRight="always"
        fallback={fallbacks.registry}
        fields={{ intent: 'remove' }}
        label="Remove"
        name={`template ${template.name}`}
      >
        Messages with this template are refused, also those that wait to be sent. You can add its id
        again with another text.
      </ConfirmButton>
    </div>
  </div>
);

function StateNote({ template }: TemplateStatusFormProps) {
  const note =
    describeOff(template) ??
    (template.status === 'inactive'
      ? 'You disabled this template: messages with it are refused.'
      : null);
  return note && <p className="max-w-prose text-xs text-faint [overflow-wrap:anywhere]">{note}</p>;
}

type EditTemplateProps = {
  template: TemplateRow;
  /** Suggested headers. */
  headers: string[];
};

/** Changes the editable fields of a template. Its text cannot be changed. */
function EditTemplate({ template, headers }: EditTemplateProps) {
  const { form, fields, reply } = useValidatedForm({
    id: editTemplateFormId,
    schema: templateChangesForm,
    defaultValue: { name: template.name, headers: template.headers.join(' ') },
  });
  return (
    <details className="card" open={reply !== undefined}>
      <summary className="cursor-pointer px-5 py-3 text-sm font-medium">
        Change name and headers
      </summary>
      <ValidatedForm
        className="grid gap-5 border-t border-line p-5"
        fallback={fallbacks.registry}
        form={form}
        intent="edit"
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field field={fields.name} label="Name" />
          <Field
            field={fields.headers}
            hint="Separated by spaces; empty for any header of the entity"
            label="Headers"
            suggestions={headers}
          />
        </div>
        <SubmitLine busy="Saving...">Save Changes</SubmitLine>
      </ValidatedForm>
    </details>
  );
}

type TemplateDetailsProps = {
  template: TemplateRow;
  /** The name of the template's entity; undefined if the entity has changed in the meantime. */
  entityName: string | undefined;
  longest: LongestValues;
};

/** A template as registered: its text with its slots, and its other fields. */
function TemplateDetails({ template, entityName, longest }: TemplateDetailsProps) {
  const { templateId, entityId, body, texts, slots, category, kind, headers, createdAt } = template;
  return (
    <section aria-label="Template" className="card grid min-w-0 gap-4 p-5">
      <TemplateBody longest={longest} slots={slots} texts={texts} />
      <TemplateRisks risks={findTemplateRisks(body, { texts, slots })} />
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 @4xl:grid-cols-3">
        <Item label="Template ID">
          <span className="-my-2 flex items-center gap-1">
            <code className="min-w-0 font-mono text-xs [overflow-wrap:anywhere]">{templateId}</code>
            <CopyButton label="Template ID" text={templateId} />
          </span>
        </Item>
        <Item label="Entity">
          <bdi>{entityName ?? entityId}</bdi>
        </Item>
        <Item label="Category">{categoryLabels[category]}</Item>
        <Item label="Type">{templateKindLabels[kind]}</Item>
        <Item label="Headers">
          {headers.length > 0 ? (
            <span className="font-mono text-xs">{headers.join(', ')}</span>
          ) : (
            'Any header of the entity'
          )}
        </Item>
        <Item label="Added">
          <Timestamp at={createdAt} />
        </Item>
      </dl>
    </section>
  );
}

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-0.5">
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
