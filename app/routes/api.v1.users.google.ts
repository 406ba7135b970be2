import type { LoaderFunctionArgs } from '@remix-run/node';
import { answerVisit } from '#app/session/providers/answer-visit.server.ts';
import { beginSignIn } from '#app/session/providers/begin-sign-in.server.ts';
import { refuseAction } from '#app/session/providers/refuse-action.server.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  answerVisit(() => beginSignIn('google', request));
export const action = refuseAction;
