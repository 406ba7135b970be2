import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import type { ConsoleTab } from '#app/console/contract.ts';
import { handleConsoleForm } from '#app/console/handle-console-form.server.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { getSignedInUser, toClientAddresses } from '#app/session/session.server.ts';

const isConsole = (tab: string | undefined): tab is ConsoleTab =>
  tab === 'message' || tab === 'OTPVerification';

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(paths.dashboard(isConsole(params.tab) ? params.tab : 'home'));

/**
 * Handles a console's form for its script. Responds with JSON, so that the page stays as it is even if the
 * session has expired or the connection breaks.
 */
export async function action({ request, params: { tab }, context }: ActionFunctionArgs) {
  const signedIn = await getSignedInUser(request);
  if (!signedIn) return new Response(null, { status: 401 });
  if (!isConsole(tab)) return new Response(null, { status: 404 });
  const reply = await handleConsoleForm(
    tab,
    signedIn,
    await readForm(request),
    toClientAddresses(context),
  );
  return Response.json(reply, { status: reply.status, headers: { 'cache-control': 'no-store' } });
}
