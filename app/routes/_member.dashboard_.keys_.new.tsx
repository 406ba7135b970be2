import { createHash } from 'node:crypto';
import { useLoaderData } from '@remix-run/react';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import { modes } from '#app/dashboard/mode.tsx';
import { actOnScreen, draftReply, loadScreen } from '#app/dashboard/screen.server.ts';
import { confirmFirst, screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { SubmitButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { submit } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { AccessFields, ModeField } from '#app/keys/access-fields.tsx';
import { dayHint, newKeyForm, toAccess } from '#app/keys/key-forms.ts';
import { loadSendables, parseExpiry } from '#app/keys/keys.server.ts';
import { paths } from '#app/paths.ts';
import { useHydrated } from '#app/request-context.ts';
import { toClientAddresses } from '#app/session/session.server.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import type { ApiKeyOutput, CreateKeyInput } from '#domain/identity/api-keys/contract.browser.ts';
import { createKey, createKeyIdempotently } from '#domain/identity/api-keys/create-key.ts';
import { describeUserAgent } from '#domain/identity/sessions/contract.ts';
import { newId } from '#platform/ids.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'new-api' };
export const meta = screenMeta('new-api');

const formId = 'new-api';

const showDraft = (form: FormData) => draftReply(formId, newKeyForm, form);

/**
 * Loads an idempotency key, so that submitting the form twice creates one API key, and the preselected mode. This is
 * the mode in the URL; without one, live mode if the dashboard shows live mode, and no mode if it shows test mode.
 */
export const loader = loadScreen(
  'new-api',
  async (signedIn, { request }) => {
    const asked = new URL(request.url).searchParams.get('mode');
    const inLiveMode = await readLivemode(request, signedIn);
    const chosen = modes.find((one) => one === asked) ?? (inLiveMode ? 'live' : null);
    return { once: newId('req'), chosen, sendables: await loadSendables(signedIn.userId) };
  },
  showDraft,
);

/**
 * Creates the key and redirects to Home, which shows the secret. If the key has the mode that the dashboard does not
 * show, redirects to Manage API instead, because Home shows only keys of one mode.
 */
export const action = actOnScreen(
  'new-api',
  (signedIn, form, { context, request }) =>
    submit(
      form,
      newKeyForm,
      async ({ name, description, expiresOn, mode, ...access }) => {
        const expiry = parseExpiry(expiresOn);
        const livemode = mode === 'live';
        const key = { name, description, expiresOn: expiry, livemode, ...toAccess(access) };
        const by = {
          createdFrom: toClientAddresses(context).exactAddress,
          createdDevice: describeUserAgent(request.headers.get('user-agent') ?? ''),
        };
        const { _id } = await create(signedIn.userId, by, key, String(form.get('once') ?? ''));
        const isOnHome = livemode === (await readLivemode(request, signedIn));
        return redirectDone(
          paths.dashboard(isOnHome ? 'home' : 'manage-api', { created: _id }),
          'API Key created successfully',
        );
      },
      { formId, fallback: fallbacks.createKey },
    ),
  { recentSignIn: { '': { for: 'create_key' } }, showDraft },
);

/** Creates a key once per form and content: resubmitting the same values creates no second key. */
async function create(
  userId: string,
  by: { createdFrom: string; createdDevice: string },
  key: CreateKeyInput,
  once: string,
): Promise<Pick<ApiKeyOutput, '_id'>> {
  if (once === '') return createKey({ userId, ...by, ...key });
  const requestHash = createHash('sha256')
    .update(JSON.stringify([once, key]))
    .digest();
  const { data } = await createKeyIdempotently(
    userId,
    { ...by, ...key },
    {
      scope: userId,
      key: `form ${requestHash.toString('hex')}`,
      requestHash,
      requestId: newId('req'),
    },
  );
  return data;
}

export default confirmFirst(NewKeyScreen);

function NewKeyScreen() {
  const { chosen } = useLoaderData<typeof loader>();
  // React's `key` resets the form when its initial mode changes.
  return <NewKey key={String(chosen)} />;
}

/** The form that creates an API key. */
function NewKey() {
  const { once, chosen, sendables } = useLoaderData<typeof loader>();
  const { form, fields } = useValidatedForm({
    id: formId,
    schema: newKeyForm,
    defaultValue: {
      mode: chosen ?? undefined,
      access: 'all',
    },
  });
  const hydrated = useHydrated();
  const blank = (fields.name.value ?? '').trim() === '';
  return (
    <section className="card max-w-2xl p-5">
      <ValidatedForm fallback={fallbacks.createKey} form={form}>
        <input name="once" type="hidden" value={once} />
        <Field
          field={fields.name}
          hint="3–50 characters, such as the name of the program that will use it"
          label="API Name"
          startsHere
        />
        <Field field={fields.description} hint="Optional" label="Description" />
        <div className="max-w-xs">
          <Field field={fields.expiresOn} hint={dayHint} label="Expires" type="date" />
        </div>
        <ModeField field={fields.mode} />
        <AccessFields fields={fields} sendables={sendables} />
        <div>
          <SubmitButton busy="Creating..." disabled={hydrated && blank}>
            Create API
          </SubmitButton>
        </div>
      </ValidatedForm>
    </section>
  );
}
