import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { writeSidebar } from '#app/dashboard/sidebar.server.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { localPath } from '#app/session/local-path.ts';

/** There is nothing to see here. */
export const loader = () => redirect(paths.dashboard());

/** Collapses the sidebar or opens it, and goes back to where it was done. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  return redirect(localPath(form.get('to')) ?? paths.dashboard(), {
    headers: { 'set-cookie': await writeSidebar(form.get('width') === 'narrow') },
  });
}
