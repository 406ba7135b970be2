import { data } from '@remix-run/node';
import { answerForm } from '#app/console/answer-form.server.ts';
import type { Asked } from '#app/console/contract.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';

/** Sends a message, and says what came of it. */
export async function act(signedIn: SignedIn, form: FormData, asked: Asked) {
  const reply = await answerForm('message', signedIn, form, asked);
  return data(reply, { status: reply.status });
}
