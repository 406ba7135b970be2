import { useLoaderData } from '@remix-run/react';
import { actOnScreen, loadScreen } from '#app/dashboard/screen.server.ts';
import { pageBelow, pageBelowMeta } from '#app/dashboard/screen-route.tsx';
import { answerPostedCheck, checkDraft } from '#app/senders/answer-check.server.ts';
import { Checker } from '#app/senders/checker.tsx';
import { RegistryPage } from '#app/senders/registry-page.tsx';
import { suggestHeaders } from '#domain/dlt/registry/list-registry.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow('senders', () => 'Check a message');
export const meta = pageBelowMeta(handle, 'Check a message');

export const loader = loadScreen(
  'senders',
  async ({ userId }) => ({ headers: await suggestHeaders(userId) }),
  checkDraft,
);

/** Checks a message that was posted without JavaScript. */
export const action = actOnScreen('senders', answerPostedCheck, {
  recentSignIn: false,
  showDraft: checkDraft,
});

export default function CheckScreen() {
  const { headers } = useLoaderData<typeof loader>();
  return (
    <RegistryPage
      open="check"
      text="Dakiya checks a message as operators would, against your registrations here. Nothing is sent."
      title={null}
    >
      <Checker headers={headers} />
    </RegistryPage>
  );
}
