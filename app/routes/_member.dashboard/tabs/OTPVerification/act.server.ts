import { data } from '@remix-run/node';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { answerForm } from '../../console/answer-form.server.ts';
import type { Asked } from '../../console/contract.ts';

/** Sends a code, or checks one, and says what came of it. */
export async function act(signedIn: SignedIn, form: FormData, asked: Asked) {
  const reply = await answerForm('OTPVerification', signedIn, form, asked);
  return data(reply, { status: reply.status });
}
