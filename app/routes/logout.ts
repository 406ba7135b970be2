import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { paths } from '#app/paths.ts';
import { signOut } from '#app/session/session.server.ts';

/** Ends the session of this browser. POST only, because a link could be opened by mistake. */
export async function action({ request }: ActionFunctionArgs) {
  return redirect(paths.home, { headers: await signOut(request) });
}

export function loader() {
  return redirect(paths.home);
}
