import type { LoaderFunctionArgs } from '@remix-run/node';
import { answerVisit } from '#app/session/providers/answer-visit.server.ts';
import { finishSignIn } from '#app/session/providers/finish-sign-in.server.ts';
import { refuseAction } from '#app/session/providers/refuse-action.server.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  answerVisit(() => finishSignIn('google', request));
export const action = refuseAction;
