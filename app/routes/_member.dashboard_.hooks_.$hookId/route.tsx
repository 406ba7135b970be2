import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { CodeBlock, CopyButton } from '#app/components/copy-button.tsx';
import { TestStamp } from '#app/components/icons.tsx';
import { QuietLink, TextLink } from '#app/components/links.tsx';
import { CardList } from '#app/components/lists.tsx';
import { Detail, PageBelow, TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { highlight } from '#app/content/highlight.server.ts';
import { actOnScreen, loadScreen, type RecentSignInOfForms } from '#app/dashboard/screen.server.ts';
import { confirmFirst, pageBelow, pageBelowMeta } from '#app/dashboard/screen-route.tsx';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field } from '#app/forms/field.tsx';
import { orToast, submit } from '#app/forms/submit.server.ts';
import { PanelForm, useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { secretForm, secretFormId } from '#app/hooks/forms.ts';
import { findHook } from '#app/hooks/hook-input.server.ts';
import { backToHooks, HookStamp } from '#app/hooks/hook-page.tsx';
import { StateStamp } from '#app/messages/log-parts.tsx';
import { paths } from '#app/paths.ts';
import { TextWithCode } from '#app/reference/elements.tsx';
import { redirectDone } from '#app/session/toast.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { isRecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import { getSettings } from '#domain/identity/settings/stored-settings.ts';
import { sendAsLabels } from '#domain/messaging/hooks/contract.browser.ts';
import { findKind } from '#domain/messaging/hooks/kinds/hook-kinds.ts';
import { rotateHookSecret, showNewSecret, turnHook } from '#domain/messaging/hooks/manage-hooks.ts';
import { listWithoutTexts } from '#domain/messaging/messages/find-messages.ts';
import { listFailedRequests } from '#domain/messaging/request-log/log-failed-request.ts';
import { serverSettings } from '#platform/server-settings.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow('hooks', ({ hook }: HookView) => hook.name);
export const meta = pageBelowMeta(handle, 'Hook');

/** Which sensitive actions the forms carry out, by `intent`. Turning a hook off is always possible. */
const recentSignIn = {
  rotate: { for: 'rotate_hook_secret' },
  'turn-on': { for: 'change_hook' },
  'turn-off': false,
} satisfies RecentSignInOfForms;

/** Handles the forms of a hook's page, by `intent`. */
function act({ userId }: SignedInUser, form: FormData, id: string) {
  const intent = form.get('intent');
  if (intent === 'rotate') {
    return submit(
      form,
      secretForm,
      async ({ signingKey, revokeOld }) => {
        const entered = signingKey ?? null;
        await rotateHookSecret(userId, id, { entered, revokeOld: revokeOld === 'on' });
        return entered
          ? redirectDone(paths.hook(id), 'Signing key saved')
          : redirectDone(paths.hook(id, { secret: 'new' }), 'New secret generated');
      },
      { formId: secretFormId, fallback: fallbacks.rotateHook },
    );
  }
  const isOn = intent === 'turn-on';
  return orToast({ to: paths.hook(id), fallback: fallbacks.hook }, async () => {
    await turnHook(userId, id, isOn);
    return redirectDone(paths.hook(id), isOn ? 'Hook turned on' : 'Hook turned off');
  });
}

export const loader = loadScreen('hooks', loadHook, () => null);

/**
 * Loads a hook with the lines to paste and its last calls. A new secret is shown only to a member who has signed in
 * recently.
 *
 * @throws Response 404 if the account has no such hook
 */
async function loadHook(
  signedIn: SignedInUser,
  { request, params: { hookId = '' } }: LoaderFunctionArgs,
) {
  const { userId } = signedIn;
  const hook = await findHook(userId, hookId);
  const { id, livemode } = hook;
  const kind = findKind(hook.kind);
  const asked = new URL(request.url).searchParams.has('secret') && isRecentSignIn(signedIn);
  const [secret, sent, failed, { errorLogging }] = await Promise.all([
    asked ? showNewSecret(userId, id) : null,
    listWithoutTexts(userId, { api_id: id, livemode, limit: shownCalls }),
    listFailedRequests(userId, { keyId: id, limit: shownCalls }),
    getSettings(userId),
  ]);
  const url = `${serverSettings.PUBLIC_URL}/api/hooks/${hook.kind}/${id}`;
  const calls = [
    ...sent.entries.map(({ _id, createdAt, status, reason, recipient }) => ({
      ...{ kind: 'sent' as const, id: _id, at: createdAt, status, reason, recipient },
    })),
    ...failed.entries.map(({ id, createdAt, status, code, message, param }) => ({
      ...{ kind: 'failed' as const, id, at: createdAt.toISOString(), status, code, message, param },
    })),
  ];
  return {
    ...{ hook, url, secret, isLogged: errorLogging },
    title: kind?.title ?? hook.kind,
    isEntered: kind?.secret === 'entered',
    setup: (
      kind?.setup({ url, secret: secret ?? placeholder, recipient: sampleRecipient }) ?? []
    ).map((block) => ({ ...block, html: highlight(block.lines, block.language) })),
    calls: calls.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, shownCalls),
  };
}

type HookView = Awaited<ReturnType<typeof loadHook>>;

export const action = actOnScreen(
  'hooks',
  (signedIn, form, { params: { hookId = '' } }) => act(signedIn, form, hookId),
  { recentSignIn },
);

export default confirmFirst(HookScreen);

/** A hook: the lines to paste, its secret, and its last calls. */
function HookScreen() {
  const view = useLoaderData<typeof loader>();
  const { hook, title, setup, secret } = view;
  const calls = <Calls calls={view.calls} isLogged={view.isLogged} />;
  // After the first call, the page shows the calls before the lines to paste, because they matter more then.
  const isInUse = view.calls.length > 0 && secret === null;
  return (
    <PageBelow
      actions={
        <>
          <Form data-fallback={fallbacks.hook} method="post">
            <button
              className="button-quiet"
              name="intent"
              type="submit"
              value={hook.isActive ? 'turn-off' : 'turn-on'}
            >
              {hook.isActive ? 'Turn off' : 'Turn on'}
            </button>
          </Form>
          <QuietLink to={paths.editHook(hook.id)}>Change</QuietLink>
        </>
      }
      back={backToHooks}
      mark={
        <span className="flex gap-1.5">
          {hook.livemode ? null : <TestStamp />}
          <HookStamp hasSecret={hook.hasSecret} isActive={hook.isActive} />
        </span>
      }
      title={null}
    >
      {isInUse ? calls : null}
      <div className="grid min-w-0 grid-cols-1 gap-5 @4xl:grid-cols-[3fr_2fr] @4xl:items-start">
        <TitledCard
          heading="h2"
          id="setup"
          text={
            secret || view.isEntered
              ? undefined
              : 'The secret is shown only once, right after it is generated. Replace YOUR_SECRET in the lines with your secret.'
          }
          title={`Lines to paste into ${title === 'HTTP request' ? 'your product' : title}`}
        >
          <div className="grid min-w-0 grid-cols-1 gap-6 px-5 py-4">
            {setup.map((block) => (
              <section className="grid min-w-0 grid-cols-1 gap-2" key={block.title}>
                <h3 className="text-sm font-medium">{block.title}</h3>
                <p className="text-xs text-faint">{block.text}</p>
                <CodeBlock html={block.html} label={block.title} text={block.lines} />
              </section>
            ))}
          </div>
        </TitledCard>
        <div className="grid min-w-0 gap-5">
          <Secret {...view} />
          <About {...view} />
        </div>
      </div>
      {isInUse ? null : calls}
    </PageBelow>
  );
}

/** The secret after it was generated, and the form that replaces it. */
function Secret({ hook, secret, isEntered }: Pick<HookView, 'hook' | 'secret' | 'isEntered'>) {
  return (
    <TitledCard heading="h2" id="secret" title={isEntered ? 'Signing key' : 'Secret'}>
      <div className="grid gap-3 px-5 py-4">
        {secret ? (
          <>
            <div className="flex min-w-0 items-start gap-2">
              <code className="min-w-0 py-2 font-mono text-xs break-all">{secret}</code>
              <CopyButton label="Secret" text={secret} />
            </div>
            <p className="text-xs text-faint">
              Copy the secret now: this page shows it for five minutes, and never again.
            </p>
          </>
        ) : (
          <p className="text-sm">
            {hook.hasSecret ? (
              <>
                {isEntered ? 'Entered' : 'Generated'} <Timestamp at={new Date(hook.secretSetAt)} />
              </>
            ) : (
              'Create the provider with the lines shown on this page, and enter the signing key from the response here.'
            )}
          </p>
        )}
        {hook.oldSecretEndsAt ? (
          <p className="text-xs text-faint">
            The previous secret works until <Timestamp at={new Date(hook.oldSecretEndsAt)} />.
          </p>
        ) : null}
        {isEntered ? <EnterKey hasSecret={hook.hasSecret} /> : <Rotate />}
      </div>
    </TitledCard>
  );
}

const useSecretForm = () =>
  useValidatedForm({ id: secretFormId, schema: secretForm, defaultValue: {} });

/** A form that gives the hook a new secret after a confirmation. */
function Rotate() {
  const { form, fields } = useSecretForm();
  return (
    <PanelForm
      accessibleName="Rotate the secret"
      fallback={fallbacks.rotateHook}
      form={form}
      intent="rotate"
      label="Rotate"
    >
      <p className="text-sm">
        Generate a new secret? The old secret works for 24 more hours, so that you have time to
        paste the new secret.
      </p>
      <Checkbox field={fields.revokeOld}>Revoke the old secret at once</Checkbox>
      <SubmitLine busy="Rotating...">Rotate secret</SubmitLine>
    </PanelForm>
  );
}

/** A form for the secret that the product generated. */
function EnterKey({ hasSecret }: { hasSecret: boolean }) {
  const { form, fields } = useSecretForm();
  return (
    <ValidatedForm fallback={fallbacks.rotateHook} form={form} intent="rotate">
      <Field field={fields.signingKey} label={hasSecret ? 'New signing key' : 'Signing key'} />
      {hasSecret ? (
        <Checkbox field={fields.revokeOld}>Revoke the old key at once, not in 24 hours</Checkbox>
      ) : null}
      <SubmitLine busy="Saving...">Save key</SubmitLine>
    </ValidatedForm>
  );
}

const About = ({ hook, url, title }: Pick<HookView, 'hook' | 'url' | 'title'>) => (
  <TitledCard heading="h2" id="about" title="About this hook">
    <dl className="@container grid gap-3 px-5 py-4 text-sm">
      <Detail label="Product">{title}</Detail>
      <Detail label="Address">
        <code className="font-mono text-xs break-all">{url}</code>
      </Detail>
      <Detail label="What is sent">{sendAsLabels[hook.sendAs]}</Detail>
      {hook.sender ? <Detail label="Sender">{hook.sender}</Detail> : null}
      {hook.templateId ? (
        <Detail label="Template">
          <code className="font-mono text-xs">{hook.templateId}</code>
        </Detail>
      ) : null}
      {hook.recipients.length > 0 ? (
        <Detail label="Numbers">{hook.recipients.join(', ')}</Detail>
      ) : null}
    </dl>
  </TitledCard>
);

type CallView = HookView['calls'][number];

/** The hook's last messages, and its last failed calls. */
const Calls = ({ calls, isLogged }: { calls: CallView[]; isLogged: boolean }) => (
  <TitledCard heading="h2" id="calls" title="Last calls">
    <CardList empty="Nothing has called this hook yet.">
      {calls.map((call) => (
        <li
          className="grid gap-x-4 gap-y-1 px-5 py-2.5 text-sm @2xl:grid-cols-[9rem_7rem_1fr] @2xl:items-baseline"
          key={call.id}
        >
          <span className="text-xs text-faint">
            <Timestamp at={new Date(call.at)} />
          </span>
          <span>
            {call.kind === 'sent' ? (
              <StateStamp state={call.status} />
            ) : (
              <span className="stamp text-bad">rejected</span>
            )}
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {call.kind === 'sent' ? (
              <>
                <Link className="link" to={paths.message(call.id)}>
                  Message to {call.recipient}
                </Link>
                {call.reason ? <span className="text-faint"> {call.reason}</span> : null}
              </>
            ) : (
              <>
                <TextWithCode text={call.message} />{' '}
                <code className="font-mono text-xs text-faint">
                  {call.code}
                  {call.param ? `, ${call.param}` : ''}
                </code>
              </>
            )}
          </span>
        </li>
      ))}
    </CardList>
    {isLogged ? null : (
      <p className="border-t border-line px-5 py-3 text-xs text-faint">
        Calls that fail are not recorded, because error logging is off under{' '}
        <TextLink to={paths.dashboard('settings')}>Settings</TextLink>.
      </p>
    )}
  </TitledCard>
);

/** How many calls the page shows. */
const shownCalls = 20;

/** The recipient in the sample lines. In test mode, messages to this number are delivered. */
const sampleRecipient = '9999900000';

/** Replaces the secret in lines where it is not shown. */
const placeholder = 'YOUR_SECRET';
