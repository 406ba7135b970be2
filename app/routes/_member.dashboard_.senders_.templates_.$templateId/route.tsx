import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import {
  actOnScreen,
  draftReply,
  loadScreen,
  type RecentSignInOfForms,
} from '#app/dashboard/screen.server.ts';
import { confirmFirst, pageBelow, pageBelowMeta } from '#app/dashboard/screen-route.tsx';
import { ConfirmButton, SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { orToast, submit } from '#app/forms/submit.server.ts';
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
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow(
  'senders',
  ({ template }: { template: { name: string } }) => template.name,
);
export const meta = pageBelowMeta(handle, 'Template');

const dltId = templateInput.shape.template_id;

const toggle = z.object({ status: z.enum(['active', 'inactive']) });

/** Which sensitive actions the forms carry out, by `intent`. */
const recentSignIn = {
  check: false,
  edit: false,
  status: { for: 'turn_sender_off', when: turnsOff },
  remove: { for: 'delete_sender' },
} satisfies RecentSignInOfForms;

function turnsOff(form: FormData): boolean {
  return form.getAll('status').some(takesOutOfUse);
}

/** Handles the forms of a template's page, by `intent`. @throws Response 404 if the id is malformed */
async function act(signedIn: SignedInUser, form: FormData, templateId: string) {
  const isId = templateInput.shape.template_id.safeParse(templateId).success;
  if (!isId) throw new Response(null, { status: 404 });
  const here = paths.template(templateId);
  switch (form.get('intent')) {
    case 'check':
      return answerPostedCheck(signedIn, form);
    case 'edit':
      return submit(
        form,
        templateChangesForm,
        async ({ name, headers = [] }) => {
          await changeTemplate(signedIn.userId, templateId, { name, headers });
          return redirectDone(here, 'Template saved');
        },
        { formId: editTemplateFormId, fallback: fallbacks.registry },
      );
    case 'status': {
      const { data } = toggle.safeParse(Object.fromEntries(form));
      if (!data) throw new Response(null, { status: 400 });
      return turn(signedIn, templateId, data.status);
    }
    case 'remove':
      return remove(signedIn, templateId);
    default:
      throw new Response(null, { status: 400 });
  }
}

/** Removes a template. Afterwards its messages are rejected. */
const remove = (signedIn: SignedInUser, templateId: string) =>
  orToast({ to: paths.template(templateId), fallback: fallbacks.registry }, async () => {
    await removeTemplate(signedIn.userId, templateId);
    return redirectDone(paths.templates(), 'Template removed');
  });

/** Disables or enables a template. While it is disabled, its messages are rejected. */
const turn = (signedIn: SignedInUser, templateId: string, status: 'active' | 'inactive') =>
  orToast({ to: paths.template(templateId), fallback: fallbacks.registry }, async () => {
    await changeTemplate(signedIn.userId, templateId, {
      status: status === 'active' ? 'approved' : 'inactive',
    });
    const title = status === 'active' ? 'Template enabled' : 'Template disabled';
    return redirectDone(paths.template(templateId), title);
  });

/** Restores a form that was submitted after the session had expired. */
function showDraft(form: FormData) {
  if (form.get('intent') === 'check') return checkDraft(form);
  if (form.get('intent') !== 'edit') return null;
  return draftReply(editTemplateFormId, templateChangesForm, form);
}

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
  showDraft,
);

export const action = actOnScreen(
  'senders',
  (signedIn, form, { params: { templateId = '' } }) => act(signedIn, form, templateId),
  { recentSignIn, showDraft },
);

export default confirmFirst(TemplatePage);

function TemplatePage() {
  const { template, entityName, headers, longest } = useLoaderData<typeof loader>();
  const { templateId } = template;
  // The usable headers of the account to which the template is bound.
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
    (template.status === 'inactive' ? 'You disabled it: messages with it are refused.' : null);
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
            hint="Several are separated by spaces; empty for any of the entity"
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
            'Any of the entity'
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
