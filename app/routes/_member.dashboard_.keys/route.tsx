import { Form, useLoaderData } from '@remix-run/react';
import { Fragment, type ReactNode } from 'react';
import { CardRow, CardTable } from '#app/components/card-table.tsx';
import { PrimaryLink, TextLink } from '#app/components/links.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { confirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { DeleteButton } from '#app/forms/confirm-button.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field, FormErrors, Select } from '#app/forms/field.tsx';
import { PanelForm } from '#app/forms/panel-form.tsx';
import { SubmitLine } from '#app/forms/submit-button.tsx';
import { type FormReply, useFormReply, useValidatedForm } from '#app/forms/use-validated-form.ts';
import { AccessFields } from '#app/keys/access-fields.tsx';
import { EmptyKeys } from '#app/keys/empty-keys.tsx';
import {
  accessForm,
  dateInIndia,
  dayHint,
  editKeyForm,
  overlaps,
  rollForm,
  toAccessFields,
} from '#app/keys/key-forms.ts';
import { ApiId, ApiKeyStatus, ApiSecret, NewKeyCard } from '#app/keys/key-values.tsx';
import { loadKeys, loadNewKey } from '#app/keys/keys.server.ts';
import { paths } from '#app/paths.ts';
import { useCannotSend } from '#app/session/use-signed-in-user.ts';
import {
  type ApiKeyOutput,
  allKeyScopes,
  type KeyOffReason,
} from '#domain/identity/api-keys/contract.browser.ts';
import { act, recentSignIn, showDraft } from './act.server.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'manage-api' };
export const meta = screenMeta('manage-api');

export const loader = loadScreen(
  'manage-api',
  async (signedIn, { request }) => {
    const { keys } = await loadKeys(signedIn);
    return { keys, newKey: await loadNewKey(signedIn, request, keys) };
  },
  showDraft,
);

export const action = actOnScreen('manage-api', act, { recentSignIn, showDraft });

export default confirmFirst(Keys);

const columns = ['API Name', 'API ID', 'API Key', 'Expires', 'Last used', 'Actions'];

/** All API keys: a table on wide screens, cards on narrow ones. */
function Keys() {
  const { keys, newKey } = useLoaderData<typeof loader>();
  if (!keys?.length) {
    return (
      <EmptyKeys
        failed={keys === null}
        text="Create a key so that your programs can call the API."
        title="No API keys found"
      />
    );
  }
  return (
    <div className="@container grid gap-4">
      <DeletedKeyErrors keys={keys} />
      {newKey ? <NewKeyCard newKey={newKey} /> : null}
      <CannotSend />
      <div>
        <PrimaryLink to={paths.dashboard('new-api')}>Create New API</PrimaryLink>
      </div>
      <CardTable caption="API keys" columns={columns}>
        {keys.map((key) => (
          <Row apiKey={key} key={key._id} />
        ))}
      </CardTable>
    </div>
  );
}

/** The errors of a form whose key has been deleted elsewhere, and so has no form on this page. */
function DeletedKeyErrors({ keys }: { keys: ApiKeyOutput[] }) {
  const reply = useFormReply<Partial<FormReply>>();
  if (!reply?.formId || keys.some(({ _id }) => reply.formId?.endsWith(`-${_id}`))) return null;
  return <FormErrors errors={reply.result?.error?.[''] ?? []} id="gone-key" />;
}

function Row({ apiKey }: { apiKey: ApiKeyOutput }) {
  const { _id, name, description, expiresOn, lastUsedAt, lastUsedFrom } = apiKey;
  return (
    <CardRow className="block scroll-mt-4 py-2" id={_id}>
      <Cell>
        <span className="flex items-start justify-between gap-3 @4xl:grid @4xl:justify-start @4xl:gap-1">
          <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{name}</span>
          <ApiKeyStatus apiKey={apiKey} />
        </span>
        {description ? (
          <span className="block text-xs text-faint [overflow-wrap:anywhere]">{description}</span>
        ) : null}
        <KeyFacts apiKey={apiKey} />
        <OffReason apiKey={apiKey} />
      </Cell>
      <Cell label="API ID">
        <ApiId apiKey={apiKey} />
      </Cell>
      <Cell label="API Key">
        <ApiSecret apiKey={apiKey} />
        <OldSecret apiKey={apiKey} />
      </Cell>
      <Cell label="Expires">{expiresOn ? <Timestamp at={new Date(expiresOn)} /> : 'Never'}</Cell>
      <Cell label="Last used">
        {lastUsedAt ? <Timestamp at={new Date(lastUsedAt)} /> : 'Never'}
        {lastUsedFrom ? (
          <span className="block text-xs text-faint [overflow-wrap:anywhere]">
            from {lastUsedFrom}
          </span>
        ) : null}
      </Cell>
      <Cell>
        <span className="relative flex flex-wrap gap-2 @4xl:min-w-34">
          {/* Resets the form when the key is turned on or off. */}
          <EditKey apiKey={apiKey} key={String(apiKey.isActive)} />
          <KeyAccess apiKey={apiKey} />
          <RollKey apiKey={apiKey} />
          <DeleteButton
            alignRight="@4xl"
            fallback={fallbacks.deleteKey}
            fields={{ key: _id }}
            inRow
            name={name}
          >
            Delete <strong className="font-medium">{name}</strong>? Programs that use this key will
            stop working, and it cannot be restored. Messages sent with it are kept.
          </DeleteButton>
        </span>
      </Cell>
    </CardRow>
  );
}

/** A cell; on a card it also shows its column's name. */
function Cell({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <td className="block px-4 py-1.5 align-middle @4xl:table-cell @4xl:px-3">
      {label ? <span className="block text-xs text-faint @4xl:hidden">{label}</span> : null}
      {children}
    </td>
  );
}

/** Explains that keys cannot send until the email address is confirmed. */
function CannotSend() {
  if (!useCannotSend()) return null;
  return (
    <p className="text-sm text-faint">
      Your keys cannot send yet: calls that send a message or an OTP return 403{' '}
      <TextLink to={`${paths.docsSection('api-reference')}#email_unverified`}>
        <code>email_unverified</code>
      </TextLink>{' '}
      until you have confirmed your email address.
    </p>
  );
}

/** A form that changes what a key may do, and from where. */
function KeyAccess({ apiKey }: { apiKey: ApiKeyOutput }) {
  const { _id, name } = apiKey;
  const { form, fields } = useValidatedForm({
    id: `access-${_id}`,
    schema: accessForm,
    defaultValue: toAccessFields(apiKey),
  });
  return (
    <PanelForm
      accessibleName={`Access of ${name}`}
      alignRight="@4xl"
      fallback={fallbacks.updateKey}
      form={form}
      intent="access"
      inRow
      label="Access"
    >
      <input name="key" type="hidden" value={_id} />
      <AccessFields fields={fields} />
      <SubmitLine busy="Saving...">Save Access</SubmitLine>
    </PanelForm>
  );
}

/** Gives a key a new secret after a confirmation, with an overlap if it is on. */
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
      alignRight="@4xl"
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
          ? oldSecretEndsAt && 'The API key from before the last roll ends at once.'
          : 'The old API key never works again.'}
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
      alignRight="@4xl"
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

/** A key's scopes, its allowed addresses, and who created it. */
function KeyFacts({ apiKey }: { apiKey: ApiKeyOutput }) {
  const { scopes, templates, services, addresses, createdBy, createdAt } = apiKey;
  const may = scopes.length === allKeyScopes.length ? 'All scopes' : scopes.join(', ');
  const only = [...templates, ...services].join(', ');
  const by = [createdBy.email, createdBy.device, createdBy.address].filter(Boolean).join(', ');
  return (
    <span className="mt-1 grid max-w-md gap-0.5 text-xs text-faint [overflow-wrap:anywhere]">
      <span>{may}</span>
      {only ? <span>Sends only {only}</span> : null}
      {addresses.length > 0 ? <span>Only from {addresses.join(', ')}</span> : null}
      <span>
        Created <Timestamp at={new Date(createdAt)} />
        {by ? <> by {breakAfterAt(by)}</> : null}
      </span>
    </span>
  );
}

/** An email address that is too long for its column continues in the next line after the `@`, and not within a word. */
const breakAfterAt = (text: string) =>
  text.split('@').map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in their order
    <Fragment key={i}>
      {i > 0 ? '@' : null}
      {i > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));

/** Until when the API key from before the last roll works. */
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
    'We deactivated this key when a change of the email address was undone: it was created or rolled after the change, possibly by another person. If you did not roll it yourself, roll it again first.',
  leak_reported: 'We deactivated this key because somebody who had found it reported it to us.',
};

/** Explains why Dakiya deactivated a key, with a button that activates it again. */
function OffReason({ apiKey: { _id, name, offReason } }: { apiKey: ApiKeyOutput }) {
  if (!offReason) return null;
  if (offReason === 'leak_reported') {
    return (
      <p className="mt-2 max-w-md text-xs text-bad">
        {reasons[offReason]} Roll it: it gets a new API key and is active again. Or delete it.
      </p>
    );
  }
  return (
    <Form className="mt-2 grid max-w-md justify-items-start gap-2" method="post" preventScrollReset>
      <p className="text-xs text-bad">
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
