import type { LoaderFunctionArgs } from '@remix-run/node';
import { beginSignIn } from '#app/session/providers/begin-sign-in.server.ts';
import { refuseAction } from '#app/session/providers/refuse-action.server.ts';

export const loader = ({ request }: LoaderFunctionArgs) => beginSignIn('google', request);
export const action = refuseAction;
