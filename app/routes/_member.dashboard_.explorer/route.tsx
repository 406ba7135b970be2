import { data } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { confirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { OtherModeNotice } from '#app/dashboard/mode.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/screen.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { paths } from '#app/paths.ts';
import type { OperationView } from '#app/reference/contract.ts';
import { MethodLabel, TextWithCode } from '#app/reference/elements.tsx';
import { toClientAddresses } from '#app/session/session.server.ts';
import { answerCall, draftOfCall } from './answer-call.server.ts';
import { CallOperation } from './call-operation.tsx';
import { loadExplorer } from './load-explorer.server.ts';
import { OperationSelect } from './operation-select.tsx';

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
  // Whether a recent sign-in is needed depends on the operation, so `answerCall` decides this.
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

/** A summary of the operation, with a link to the reference. */
function OperationSummary({ operation }: { operation: OperationView }) {
  const { id, method, path, summary, description } = operation;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="font-medium">{summary}</h2>
        <Link className="link py-0.5 text-sm" to={paths.operation(id)}>
          Fields, responses and errors
        </Link>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <MethodLabel method={method} />
        <code className="font-mono text-sm wrap-anywhere">/api/v1{path}</code>
      </p>
      {description ? (
        <p className="max-w-3xl text-sm text-faint">
          <TextWithCode text={description} />
        </p>
      ) : null}
    </div>
  );
}
