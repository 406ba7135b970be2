import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { z } from 'zod';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { themes } from '#app/preferences/preferences.ts';
import { serializePreferenceCookie } from '#app/preferences/read-preferences.server.ts';
import { localPath } from '#app/session/local-path.ts';

export const loader = () => redirect(paths.home);

/** Stores the visitor's theme. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const { data: theme } = z.enum(themes).safeParse(form.get('theme'));
  if (!theme) throw new Response('There is no such theme.', { status: 400 });
  return redirect(localPath(form.get('to')) ?? paths.home, {
    headers: { 'set-cookie': await serializePreferenceCookie('theme', theme) },
  });
}
