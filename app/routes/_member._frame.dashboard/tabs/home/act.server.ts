import { reveal } from '#app/keys/reveal.server.ts';
import { paths } from '#app/paths.ts';
import { keyReference } from '#domain/credentials/contract.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';

/** The one form of the cards: shows the secret of a key. */
export async function act(signedIn: SignedIn, form: FormData) {
  const { data: key } = keyReference.safeParse(form.get('key'));
  if (key === undefined || form.get('intent') !== 'reveal')
    throw new Response(null, { status: 400 });
  return reveal(signedIn, key, paths.dashboard());
}
