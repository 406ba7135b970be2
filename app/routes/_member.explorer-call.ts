import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { answerCall } from '#app/explorer/answer-call.server.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { getSignedInUser } from '#app/session/session.server.ts';
import { toClientAddresses } from '#app/session/to-client-addresses.ts';
import { errorCatalogue } from '#domain/shared/errors.ts';

export const loader = () => redirect(paths.dashboard('api'));

/** Takes a call from the explorer's script, and answers with data: the page stays as it is. */
export async function action({ request, context }: ActionFunctionArgs) {
  const headers = { 'cache-control': 'no-store' };
  const signedIn = await getSignedInUser(request);
  if (!signedIn) {
    return Response.json({ fault: errorCatalogue.session_expired }, { status: 401, headers });
  }
  const { status, answered } = await answerCall(
    signedIn,
    await readForm(request),
    toClientAddresses(context),
  );
  return Response.json(answered, { status, headers });
}
