import { useLoaderData } from '@remix-run/react';
import { TestStamp } from '#app/components/icons.tsx';
import { PageBelow } from '#app/components/sections.tsx';
import { actOnScreen, formAct, loadScreen, screenForms } from '#app/dashboard/screen.server.ts';
import { confirmFirst, pageBelow, pageBelowMeta } from '#app/dashboard/screen-route.tsx';
import { DeleteCard } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/submit.server.ts';
import { hookFormId, toHookFields } from '#app/hooks/forms.ts';
import { HookForm } from '#app/hooks/hook-form.tsx';
import {
  findHook,
  hookFormInput,
  loadHookChoices,
  toHookInput,
  toKindView,
} from '#app/hooks/hook-input.server.ts';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { findKind } from '#domain/messaging/hooks/kinds/hook-kinds.ts';
import { changeHook, deleteHook } from '#domain/messaging/hooks/manage-hooks.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow('hooks', ({ name }: { name: string }) => `Change ${name}`);
export const meta = pageBelowMeta(handle, 'Change a hook');

const forms = screenForms({
  save: formAct({
    recentSignIn: { for: 'change_hook' },
    schema: hookFormInput,
    formId: hookFormId,
    fallback: fallbacks.hook,
    isRestored: true,
    run: async (value, { signedIn: { userId }, params: { hookId = '' } }) => {
      await changeHook(userId, hookId, toHookInput(value));
      return redirectDone(paths.hook(hookId), 'Hook saved');
    },
  }),
  delete: {
    recentSignIn: { for: 'delete_hook' },
    act: ({ userId }, _, { params: { hookId = '' } }) =>
      orToast({ to: paths.editHook(hookId), fallback: fallbacks.deleteHook }, async () => {
        await deleteHook(userId, hookId);
        return redirectDone(paths.dashboard('hooks'), 'Hook deleted');
      }),
  },
});

/** @throws Response 404 if the account has no such hook, or this release no longer has its kind */
export const loader = loadScreen(
  'hooks',
  async ({ userId }, { params: { hookId = '' } }) => {
    const hook = await findHook(userId, hookId);
    const kind = findKind(hook.kind);
    if (!kind) throw new Response(null, { status: 404 });
    const { id, name, livemode } = hook;
    return {
      ...{ id, name, livemode, fields: toHookFields(hook), kind: toKindView(kind) },
      choices: await loadHookChoices(userId),
    };
  },
  forms.showDraft,
);

export const action = actOnScreen('hooks', forms.act, forms);

export default confirmFirst(EditHook);

function EditHook() {
  const { id, name, livemode, fields, kind, choices } = useLoaderData<typeof loader>();
  return (
    <PageBelow
      back={{ to: paths.hook(id), label: 'Back to the hook' }}
      mark={livemode ? null : <TestStamp />}
      text="A change takes effect within a second."
      title={null}
    >
      <HookForm action="Save changes" choices={choices} hook={fields} kind={kind} />
      <div className="max-w-3xl">
        <DeleteCard
          fallback={fallbacks.deleteHook}
          name={name}
          text="Calls to the hook’s address then fail. The hook’s messages stay in the log."
          title="Delete this hook"
        >
          Delete <bdi>{name}</bdi>? Its secret is deleted too. This cannot be undone.
        </DeleteCard>
      </div>
    </PageBelow>
  );
}
