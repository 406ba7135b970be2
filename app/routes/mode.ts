import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { z } from 'zod';
import { serializeLivemode } from '#app/dashboard/choices.server.ts';
import { modes } from '#app/dashboard/mode.tsx';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { localPath } from '#app/session/local-path.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';

export const loader = () => redirect(paths.dashboard());

/** Stores the mode that the dashboard shows, and redirects back. */
export async function action({ request }: ActionFunctionArgs) {
  const signedIn = await requireSignedInUser(request);
  const form = await readForm(request);
  const { data: mode } = z.enum(modes).safeParse(form.get('mode'));
  if (!mode) throw new Response('There is no such mode.', { status: 400 });
  return redirect(localPath(form.get('to')) ?? paths.dashboard(), {
    headers: { 'set-cookie': await serializeLivemode(mode === 'live', signedIn) },
  });
}
