import { Form, Link, useLoaderData } from '@remix-run/react';
import { EmptyState } from '#app/components/lists.tsx';
import { Detail } from '#app/components/sections.tsx';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import { actOnScreen, draftReply, loadScreen } from '#app/dashboard/screen.server.ts';
import { confirmFirst, pageBelow, pageBelowMeta } from '#app/dashboard/screen-route.tsx';
import { SubmitButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { orToast, submit } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { AccessFields, ModeField } from '#app/keys/access-fields.tsx';
import { newKeyForm, toAccess } from '#app/keys/key-forms.ts';
import { loadSendables, parseExpiry } from '#app/keys/keys.server.ts';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/session.server.ts';
import { redirectDone, redirectWithToast } from '#app/session/toast.server.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { decide, findPending } from '#domain/identity/api-keys/pairing.ts';
import { describeUserAgent } from '#domain/identity/sessions/contract.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow('manage-api', () => 'Log in a machine');
export const meta = pageBelowMeta(handle, 'Log in a machine');

const formId = 'pair';

const showDraft = (form: FormData) => draftReply(formId, newKeyForm, form);

const idOf = (request: Request) => new URL(request.url).searchParams.get('id') ?? '';

/** Loads the pairing that the program has started, without its secret. */
export const loader = loadScreen(
  'manage-api',
  async (signedIn, { request }) => {
    const [pairing, inLiveMode, sendables] = await Promise.all([
      findPending(idOf(request)),
      readLivemode(request, signedIn),
      loadSendables(signedIn.userId),
    ]);
    if (!pairing) return { pairing: null, inLiveMode, sendables };
    const { code, machine, from } = pairing;
    return { pairing: { code, machine, from }, inLiveMode, sendables };
  },
  showDraft,
);

const over = {
  type: 'error',
  title: fallbacks.createKey,
  message:
    'This login has expired, or was approved or denied before. Start it again on the machine.',
} as const;

export const action = actOnScreen(
  'manage-api',
  async (signedIn, form, { request, context, page }) => {
    const id = idOf(request);
    if (form.get('intent') === 'deny') {
      return orToast({ to: page, fallback: fallbacks.denyPairing }, async () => {
        await decide(id, null);
        return redirectDone(paths.dashboard('manage-api'), 'Login denied');
      });
    }
    return submit(
      form,
      newKeyForm,
      async ({ name, description, expiresOn, mode, ...access }) => {
        const { userId } = signedIn;
        const isDone = await decide(id, async () => {
          const key = await createKey({
            ...{ userId, name, description, expiresOn: parseExpiry(expiresOn) },
            ...{ livemode: mode === 'live', ...toAccess(access) },
            createdFrom: toClientAddresses(context).exactAddress,
            createdDevice: describeUserAgent(request.headers.get('user-agent') ?? ''),
          });
          return { userId, id: key._id, keyId: key.keyId };
        });
        if (!isDone) return redirectWithToast(paths.dashboard('manage-api'), over);
        return redirectDone(
          paths.dashboard('manage-api'),
          'Logged in. The machine gets its key now.',
        );
      },
      { formId, fallback: fallbacks.createKey },
    );
  },
  { recentSignIn: { deny: false, approve: { for: 'create_key' } }, showDraft },
);

export default confirmFirst(PairScreen);

function PairScreen() {
  const { pairing } = useLoaderData<typeof loader>();
  if (pairing) return <Pair pairing={pairing} />;
  return (
    <EmptyState
      text="The login has expired, or was approved or denied before. Run dakiya login again on the machine."
      title="No login is waiting here"
    >
      <Link className="link" to={paths.dashboard('manage-api')}>
        All API keys
      </Link>
    </EmptyState>
  );
}

type PairProps = { pairing: { code: string; machine: string; from: string } };

/** The machine that asks, the code to compare, and the permissions of the new key. */
function Pair({ pairing: { code, machine, from } }: PairProps) {
  const { inLiveMode, sendables } = useLoaderData<typeof loader>();
  const { form, fields } = useValidatedForm({
    id: formId,
    schema: newKeyForm,
    defaultValue: {
      name: `dakiya on ${machine}`.slice(0, 50),
      mode: inLiveMode ? 'live' : 'test',
      access: 'all',
    },
  });
  return (
    <section aria-label="Login" className="card grid max-w-2xl gap-5 p-5">
      <p className="text-sm">
        Approve only if you have just run <code>dakiya login</code>, and your terminal shows this
        code. The person who started the login gets an API key of your account.
      </p>
      <dl className="grid gap-3 text-sm">
        <Detail label="Code">
          <strong className="font-mono text-xl tracking-widest">{code}</strong>
        </Detail>
        <Detail label="Machine">
          <bdi>{machine}</bdi>
        </Detail>
        <Detail label="Address">{from}</Detail>
      </dl>
      <ValidatedForm fallback={fallbacks.createKey} form={form}>
        <input name="intent" type="hidden" value="approve" />
        <Field field={fields.name} label="Name of the key" />
        <ModeField field={fields.mode} />
        <AccessFields fields={fields} sendables={sendables} />
        <div>
          <SubmitButton busy="Approving...">Approve</SubmitButton>
        </div>
      </ValidatedForm>
      <Form data-fallback={fallbacks.denyPairing} method="post">
        <button className="button-quiet" name="intent" type="submit" value="deny">
          Deny
        </button>
      </Form>
    </section>
  );
}
