import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { answerForm } from '#app/console/answer-form.server.ts';
import type { ConsoleTab } from '#app/console/contract.ts';
import { findTab } from '#app/dashboard/tabs.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { getSignedIn } from '#app/session/session.server.ts';

const tabs: string[] = ['message', 'OTPVerification'] satisfies ConsoleTab[];

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(paths.dashboard(findTab(params.tab ?? null).id));

/**
 * Takes the form of a console from its script, and answers with data: the page stays as it is, whatever
 * becomes of the session or the connection.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const signedIn = await getSignedIn(request);
  if (!signedIn) return new Response(null, { status: 401 });
  if (!tabs.includes(params.tab ?? '')) return new Response(null, { status: 404 });
  const asked = {
    search: new URL(request.url).searchParams,
    clientAddress: context.clientAddress ?? '',
    exactAddress: context.exactAddress ?? '',
  };
  const reply = await answerForm(
    params.tab as ConsoleTab,
    signedIn,
    await readForm(request),
    asked,
  );
  return Response.json(reply, { status: reply.status, headers: { 'cache-control': 'no-store' } });
}
