import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { writeSidebar } from '#app/dashboard/choices.server.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { localPath } from '#app/session/local-path.ts';

export const loader = () => redirect(paths.dashboard());

/** Collapses or expands the sidebar, and redirects back. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  return redirect(localPath(form.get('to')) ?? paths.dashboard(), {
    headers: { 'set-cookie': await writeSidebar(form.get('width') === 'narrow') },
  });
}
