import { Form, Link, useLoaderData } from '@remix-run/react';
import { Fragment, type ReactNode } from 'react';
import { QuietLink } from '#app/components/links.tsx';
import { SectionPage } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/screen.server.ts';
import { confirmFirst, pageBelow, pageBelowMeta } from '#app/dashboard/screen-route.tsx';
import { DeleteButton, SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field, Select } from '#app/forms/field.tsx';
import { PanelForm, useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { AccessFields, type Sendables } from '#app/keys/access-fields.tsx';
import { forms } from '#app/keys/act.server.ts';
import {
  accessForm,
  dateInIndia,
  dayHint,
  editKeyForm,
  overlaps,
  rollForm,
  toAccessFields,
} from '#app/keys/key-forms.ts';
import { ApiId, ApiKeyStatus, ApiSecret, deleteWarning } from '#app/keys/key-values.tsx';
import { loadSendables } from '#app/keys/keys.server.ts';
import { paths } from '#app/paths.ts';
import type { ApiKeyOutput, KeyOffReason } from '#domain/identity/api-keys/contract.browser.ts';
import { listKeys } from '#domain/identity/api-keys/user-keys.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow(
  'manage-api',
  ({ apiKey }: { apiKey: ApiKeyOutput }) => apiKey.name,
);
export const meta = pageBelowMeta(handle, 'API key');

export const loader = loadScreen(
  'manage-api',
  async ({ userId }, { params }) => {
    const keys = await listKeys(userId);
    const apiKey = keys.find(({ _id, keyId }) => _id === params.keyId || keyId === params.keyId);
    if (!apiKey) throw new Response(null, { status: 404 });
    return { apiKey, sendables: await loadSendables(userId) };
  },
  forms.showDraft,
);

export const action = actOnScreen('manage-api', forms.act, forms);

export default confirmFirst(KeyScreen);

/** One API key: its values, what it may do, and forms that change it. */
function KeyScreen() {
  const { apiKey, sendables } = useLoaderData<typeof loader>();
  const { _id, name, keyId, description, isActive } = apiKey;
  return (
    <SectionPage
      actions={
        <span className="relative flex flex-wrap gap-2">
          {isActive ? <QuietLink to={paths.tryKey(keyId)}>Try API</QuietLink> : null}
          {/* Resets the form when the key is turned on or off. */}
          <EditKey apiKey={apiKey} key={String(isActive)} />
          <RollKey apiKey={apiKey} />
          <DeleteButton
            alignRight="@2xl"
            fallback={fallbacks.deleteKey}
            fields={{ key: _id }}
            inRow
            leavesPage
            name={name}
          >
            {deleteWarning(name)}
          </DeleteButton>
        </span>
      }
      mark={<ApiKeyStatus apiKey={apiKey} />}
      navigation={
        <Link className="link justify-self-start text-sm" to={paths.dashboard('manage-api')}>
          All API keys
        </Link>
      }
      text={description ?? undefined}
      title={null}
    >
      <OffReason apiKey={apiKey} />
      <div className="grid min-w-0 gap-5 @4xl:grid-cols-2 @4xl:items-start">
        <Facts apiKey={apiKey} />
        <KeyAccess apiKey={apiKey} sendables={sendables} />
      </div>
    </SectionPage>
  );
}

/** The values of a key, and who created and used it. */
function Facts({ apiKey }: { apiKey: ApiKeyOutput }) {
  const { livemode, expiresOn, lastUsedAt, lastUsedFrom, createdAt, createdBy } = apiKey;
  const by = [createdBy.email, createdBy.device, createdBy.address].filter(Boolean).join(', ');
  return (
    <section aria-label="Values" className="card min-w-0">
      <dl className="divide-y divide-line">
        <Fact label="API ID">
          <ApiId apiKey={apiKey} />
        </Fact>
        <Fact label="API Key">
          <ApiSecret apiKey={apiKey} />
          <OldSecret apiKey={apiKey} />
        </Fact>
        <Fact label="Mode">
          {livemode
            ? 'Live: its messages reach phones, and count against your plan'
            : 'Test: its messages reach no phone, and cost nothing'}
        </Fact>
        <Fact label="Expires">{expiresOn ? <Timestamp at={new Date(expiresOn)} /> : 'Never'}</Fact>
        <Fact label="Last used">
          {lastUsedAt ? <Timestamp at={new Date(lastUsedAt)} /> : 'Never'}
          {lastUsedFrom ? ` from ${lastUsedFrom}` : null}
        </Fact>
        <Fact label="Created">
          <Timestamp at={new Date(createdAt)} />
          {by ? <> by {breakAfterAt(by)}</> : null}
        </Fact>
      </dl>
    </section>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-x-4 px-5 py-2 text-sm @2xl:grid-cols-[6rem_minmax(0,1fr)] @2xl:items-center">
    <dt className="text-xs text-faint">{label}</dt>
    <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
  </div>
);

/** A form that changes what a key may do, and from where. */
function KeyAccess({ apiKey, sendables }: { apiKey: ApiKeyOutput; sendables: Sendables }) {
  const { _id } = apiKey;
  const { form, fields } = useValidatedForm({
    id: `access-${_id}`,
    schema: accessForm,
    defaultValue: toAccessFields(apiKey),
  });
  return (
    <section aria-labelledby="access-title" className="card min-w-0">
      <h2 className="border-b border-line px-5 py-3 text-sm font-medium" id="access-title">
        Access
      </h2>
      <div className="px-5 py-4">
        <ValidatedForm fallback={fallbacks.updateKey} form={form} intent="access">
          <input name="key" type="hidden" value={_id} />
          <AccessFields fields={fields} sendables={sendables} />
          <SubmitLine busy="Saving...">Save Access</SubmitLine>
        </ValidatedForm>
      </div>
    </section>
  );
}

/** Gives a key a new secret after a confirmation. An active key gets an overlap. */
function RollKey({ apiKey }: { apiKey: ApiKeyOutput }) {
  const { _id, name, rolledAt, oldSecretEndsAt, isActive } = apiKey;
  const { form, fields } = useValidatedForm({
    id: `roll-${_id}`,
    schema: rollForm,
    defaultValue: { overlapHours: '24' },
  });
  return (
    <PanelForm
      accessibleName={`Roll ${name}`}
      alignRight="@2xl"
      fallback={fallbacks.rollKey}
      form={form}
      intent="roll"
      inRow
      label="Roll"
    >
      <input name="key" type="hidden" value={_id} />
      <input name="rolledAt" type="hidden" value={rolledAt ?? ''} />
      <p className="text-sm [overflow-wrap:anywhere]">
        Give <strong className="font-medium">{name}</strong> a new API key? The API ID stays.{' '}
        {isActive
          ? oldSecretEndsAt && 'The key that the last roll replaced will stop working at once.'
          : 'The current API key will never work again.'}
      </p>
      {isActive ? (
        <Select field={fields.overlapHours} label="The old API key" options={overlaps} />
      ) : (
        <input name="overlapHours" type="hidden" value="0" />
      )}
      <SubmitLine busy="Rolling...">Roll API Key</SubmitLine>
    </PanelForm>
  );
}

/** A form that renames a key, activates or deactivates it unless it has leaked, and sets its expiry. */
function EditKey({ apiKey }: { apiKey: ApiKeyOutput }) {
  const { _id, name, description, isActive, offReason, expiresOn } = apiKey;
  const { form, fields } = useValidatedForm({
    id: `edit-${_id}`,
    schema: editKeyForm,
    defaultValue: {
      name,
      description: description ?? '',
      isActive: isActive ? 'on' : undefined,
      shownActive: isActive ? 'on' : 'off',
      expiresOn: expiresOn ? dateInIndia(new Date(expiresOn)) : '',
    },
  });
  return (
    <PanelForm
      accessibleName={`Edit ${name}`}
      alignRight="@2xl"
      fallback={fallbacks.updateKey}
      form={form}
      intent="edit"
      inRow
      label="Edit"
    >
      <input name="key" type="hidden" value={_id} />
      <input
        defaultValue={fields.shownActive.initialValue}
        name={fields.shownActive.name}
        type="hidden"
      />
      <Field field={fields.name} hint="3-50 characters" label="API Name" />
      <Field field={fields.description} label="Description" />
      <Field field={fields.expiresOn} hint={dayHint} label="Expires" type="date" />
      {offReason === 'leak_reported' && !fields.isActive.errors ? null : (
        <Checkbox field={fields.isActive}>Active: programs can use this key</Checkbox>
      )}
      <SubmitLine busy="Saving...">Save Changes</SubmitLine>
    </PanelForm>
  );
}

/** Lets a long email address break after the `@` instead of within a word. */
const breakAfterAt = (text: string) =>
  text.split('@').map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in their order
    <Fragment key={i}>
      {i > 0 ? '@' : null}
      {i > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));

/** Says until when the secret from before the last roll works. */
function OldSecret({ apiKey: { oldSecretEndsAt } }: { apiKey: ApiKeyOutput }) {
  if (oldSecretEndsAt === null) return null;
  return (
    <span className="block text-xs text-faint">
      The old API key works until <Timestamp at={new Date(oldSecretEndsAt)} />
    </span>
  );
}

const reasons: Record<KeyOffReason, string> = {
  password_reset:
    'We deactivated this key when the password was reset: the account’s email address had not been confirmed, so another person may have created the key.',
  email_change_undone:
    'We deactivated this key when a change of the email address was undone: the key was created or rolled after the change, possibly by another person. If another person may have rolled it, roll it again before you activate it.',
  leak_reported: 'We deactivated this key because a person who had found it reported it to us.',
};

/** Explains why Dakiya deactivated a key, with a button that activates it again. */
function OffReason({ apiKey: { _id, name, offReason } }: { apiKey: ApiKeyOutput }) {
  if (!offReason) return null;
  if (offReason === 'leak_reported') {
    return (
      <p className="max-w-2xl text-sm text-bad">
        {reasons[offReason]} Roll it: it gets a new API key and is active again. Or delete it.
      </p>
    );
  }
  return (
    <Form className="grid max-w-2xl justify-items-start gap-2" method="post" preventScrollReset>
      <p className="text-sm text-bad">
        {reasons[offReason]} Turn it on if it is yours, or delete it.
      </p>
      <input name="key" type="hidden" value={_id} />
      <button
        aria-label={`Turn on ${name}`}
        className="button-quiet"
        name="intent"
        type="submit"
        value="turn-on"
      >
        Turn on
      </button>
    </Form>
  );
}
