import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { answerLiveCheck } from '#app/senders/answer-check.server.ts';
import { getSignedInUser } from '#app/session/session.server.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';

export const loader = () => redirect(paths.checkMessage);

/** Checks a message for the checker's script, and responds with JSON. */
export async function action({ request }: ActionFunctionArgs) {
  const headers = { 'cache-control': 'no-store' };
  const signedIn = await getSignedInUser(request);
  if (!signedIn) return new Response(null, { status: 401, headers });
  const form = await readForm(request);
  try {
    const reply = await answerLiveCheck(signedIn, form);
    return Response.json(reply, { status: reply.checked ? 200 : 400, headers });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'rate_limited') throw error;
    return new Response(null, { status: 429, headers });
  }
}
