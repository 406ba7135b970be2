import { Link, useLoaderData } from '@remix-run/react';
import { PageBelow } from '#app/components/sections.tsx';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import { actOnScreen, draftReply, loadScreen } from '#app/dashboard/screen.server.ts';
import { confirmFirst, pageBelow, pageBelowMeta } from '#app/dashboard/screen-route.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { submit } from '#app/forms/submit.server.ts';
import { hookForm, hookFormId } from '#app/hooks/forms.ts';
import { HookForm } from '#app/hooks/hook-form.tsx';
import {
  hookFormInput,
  loadHookChoices,
  toHookInput,
  toKindView,
} from '#app/hooks/hook-input.server.ts';
import { backToHooks } from '#app/hooks/hook-page.tsx';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { formIdempotency } from '#app/webhooks/require-known-keys.server.ts';
import { findKind, hookKinds } from '#domain/messaging/hooks/kinds/hook-kinds.ts';
import { createHook } from '#domain/messaging/hooks/manage-hooks.ts';
import { newId } from '#platform/ids.ts';

type View = { kind: { title: string } | null };

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow('hooks', ({ kind }: View) =>
  kind ? `Add a hook: ${kind.title}` : 'Add a hook',
);
export const meta = pageBelowMeta(handle, 'Add a hook');

const showDraft = (form: FormData) => draftReply(hookFormId, hookForm, form);

const kindOf = (request: Request) => new URL(request.url).searchParams.get('kind') ?? '';

/** Loads the kinds to choose from, or, if the query names one, its form with an idempotency key. */
export const loader = loadScreen(
  'hooks',
  async (signedIn, { request }) => {
    const kind = findKind(kindOf(request));
    return {
      once: newId('req'),
      livemode: await readLivemode(request, signedIn),
      kinds: Object.entries(hookKinds).map(([id, { title, summary }]) => ({ id, title, summary })),
      kind: kind ? toKindView(kind) : null,
      choices: kind ? await loadHookChoices(signedIn.userId) : null,
    };
  },
  showDraft,
);

/** Creates the hook in the dashboard's mode, and opens its page, which shows the secret. */
export const action = actOnScreen(
  'hooks',
  (signedIn, form, { request }) =>
    submit(
      form,
      hookFormInput,
      async (value) => {
        const { userId } = signedIn;
        const livemode = await readLivemode(request, signedIn);
        const input = { ...toHookInput(value), kind: kindOf(request), livemode };
        const id = await createHook(
          userId,
          input,
          formIdempotency(userId, form.get('once'), input),
        );
        return redirectDone(paths.hook(id, { secret: 'new' }), 'Hook added');
      },
      { formId: hookFormId, fallback: fallbacks.hook },
    ),
  { recentSignIn: { save: { for: 'create_hook' } }, showDraft },
);

export default confirmFirst(NewHook);

function NewHook() {
  const { once, livemode, kind, kinds, choices } = useLoaderData<typeof loader>();
  if (!kind || !choices) {
    return (
      <PageBelow back={backToHooks} text="Which product will call the hook?" title={null}>
        <ul className="grid gap-3 @2xl:grid-cols-2 @4xl:grid-cols-3">
          {kinds.map(({ id, title, summary }) => (
            <li
              className="card relative grid content-start gap-1 p-4 hover:border-control"
              key={id}
            >
              <Link
                className="font-medium text-airmail underline-offset-4 after:absolute after:inset-0 hover:underline"
                to={paths.newHook(id)}
              >
                {title}
              </Link>
              <p className="text-sm text-faint">{summary}</p>
            </li>
          ))}
        </ul>
      </PageBelow>
    );
  }
  return (
    <PageBelow
      back={{ to: paths.newHook(), label: 'All products' }}
      text={`${kind.summary} ${livemode ? 'Its messages are sent and charged.' : 'In test mode its messages reach no phone.'}`}
      title={null}
    >
      <HookForm
        action="Add hook"
        choices={choices}
        hook={{ name: kind.title, sendAs: kind.sendAs[0] }}
        // Resets the form when the product changes, because another product has other fields and another name.
        key={kind.title}
        kind={kind}
      >
        <input name="once" type="hidden" value={once} />
      </HookForm>
    </PageBelow>
  );
}
