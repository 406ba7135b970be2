import { useLoaderData } from '@remix-run/react';
import { ConfirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { toClientAddresses } from '#app/session/to-client-addresses.ts';
import { loadUsage } from '#app/usage/load-usage.server.ts';
import { maxAvatarBytes } from '#domain/identity/accounts/avatar.browser.ts';
import { getSignInMethods } from '#domain/identity/accounts/get-sign-in-methods.ts';
import { listSessions } from '#domain/identity/sessions/manage-sessions.ts';
import { act, showDraft } from './act.server.ts';
import { CurrentPlan } from './current-plan.tsx';
import { Password } from './password.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';
import { MessageUsage } from './usage.tsx';
import { YourData } from './your-data.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'account' };
export const meta = screenMeta('account');

/** Loads the usage, the sessions, and whether the user has a password. */
export const loader = loadScreen(
  'account',
  async (signedIn) => {
    const [usage, sessions, { hasPassword }] = await Promise.all([
      loadUsage(signedIn),
      listSessions(signedIn),
      getSignInMethods(signedIn.userId),
    ]);
    return { usage, sessions, hasPassword };
  },
  showDraft,
);

export const action = actOnScreen(
  'account',
  (signedIn, form, { context }) => act(signedIn, form, toClientAddresses(context).clientAddress),
  { recentSignIn: false, showDraft, maxFileBytes: maxAvatarBytes },
);

/** The account screen: profile, password, usage, plan, sessions and data. */
export default function AccountScreen() {
  const { hasPassword, usage, sessions } = useLoaderData<typeof loader>();
  return (
    <ConfirmFirst>
      <div className="grid max-w-3xl gap-6">
        <Profile hasPassword={hasPassword} />
        <Password hasPassword={hasPassword} />
        <MessageUsage usage={usage} />
        <CurrentPlan />
        <Sessions sessions={sessions} />
        <YourData />
      </div>
    </ConfirmFirst>
  );
}
