import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import {
  type AskReply,
  answerCall,
} from '#app/routes/_member.dashboard_.explorer/answer-call.server.ts';
import { getSignedInUser, toClientAddresses } from '#app/session/session.server.ts';
import { DomainError, errorCatalogue } from '#domain/shared/errors.browser.ts';

export const loader = () => redirect(paths.dashboard('api'));

/** Makes a call for the explorer's script, and responds with JSON. */
export async function action({ request, context }: ActionFunctionArgs) {
  const headers = { 'cache-control': 'no-store' };
  const signedIn = await getSignedInUser(request);
  if (!signedIn) {
    return Response.json({ error: errorCatalogue.session_expired }, { status: 401, headers });
  }
  try {
    const form = await readForm(request);
    const { status, answered } = await answerCall(signedIn, form, toClientAddresses(context));
    return Response.json(answered, { status, headers });
  } catch (error) {
    const isAsked = error instanceof DomainError && error.code === 'reauthentication_required';
    if (!isAsked) throw error;
    return Response.json({ needsSignIn: true } satisfies AskReply, { status: 403, headers });
  }
}
