import { data } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { confirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import { OtherModeNotice } from '#app/dashboard/mode/other-mode-notice.tsx';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { answerCall, draftOfCall } from '#app/explorer/answer-call.server.ts';
import { CallOperation } from '#app/explorer/call-operation.tsx';
import { loadExplorer } from '#app/explorer/load-explorer.server.ts';
import { OperationSelect } from '#app/explorer/operation-select.tsx';
import { OperationSummary } from '#app/explorer/operation-summary.tsx';
import { toClientAddresses } from '#app/session/to-client-addresses.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'api', byMode: true };
export const meta = screenMeta('api');

export const loader = loadScreen(
  'api',
  (signedIn, { request }) => loadExplorer(signedIn, request),
  draftOfCall,
);

/** Makes a call that was submitted without JavaScript. */
export const action = actOnScreen(
  'api',
  async (signedIn, form, { context }) => {
    const { status, answered } = await answerCall(signedIn, form, toClientAddresses(context));
    return data(answered, { status });
  },
  // It depends on the operation: `answerCall` decides.
  { recentSignIn: false, showDraft: draftOfCall },
);

export default confirmFirst(ApiExplorer);

/** The API explorer: a form for any operation, which makes a real call and shows the response. */
function ApiExplorer() {
  const explorer = useLoaderData<typeof loader>();
  const { groups, operation, keys, keyId, livemode, ofOtherMode } = explorer;
  return (
    <>
      {ofOtherMode ? <OtherModeNotice {...ofOtherMode} livemode={livemode} /> : null}
      <OperationSelect groups={groups} keyId={keyId} keys={keys} operationId={operation.id} />
      <section aria-label="The call" className="card grid grid-cols-1 gap-6 p-5">
        <OperationSummary operation={operation} />
        <CallOperation {...explorer} />
      </section>
    </>
  );
}
