import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { serializeDismissed } from '#app/announcements/dismissed.server.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { localPath } from '#app/session/local-path.ts';

export const loader = () => redirect(paths.dashboard());

/** Stores a cookie, so that this browser does not show an announcement again. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const cookie = await serializeDismissed(request, form.get('id'));
  if (!cookie) throw new Response('There is no such announcement.', { status: 400 });
  return redirect(localPath(form.get('to')) ?? paths.dashboard(), {
    headers: { 'set-cookie': cookie },
  });
}
