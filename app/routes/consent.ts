import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { z } from 'zod';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { consentChoices } from '#app/preferences/preferences.ts';
import { serializePreferenceCookie } from '#app/preferences/read-preferences.server.ts';
import { localPath } from '#app/session/local-path.ts';

export const loader = () => redirect(paths.cookies);

/** Stores whether the visitor allows analytics. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const { data: consent } = z.enum(consentChoices).safeParse(form.get('consent'));
  if (!consent) throw new Response('There is no such choice.', { status: 400 });
  return redirect(localPath(form.get('to')) ?? paths.cookies, {
    headers: { 'set-cookie': await serializePreferenceCookie('consent', consent) },
  });
}
