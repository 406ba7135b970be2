import { data } from '@remix-run/node';
import { answerForm } from '#app/console/answer-form.server.ts';
import type { Asked } from '#app/console/contract.ts';
import { paths } from '#app/paths.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { releaseBrake } from '#domain/otp/abuse/release-brake.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { safeText } from '#domain/shared/text.ts';

/** Sends a code, or checks one, and says what came of it; or takes a brake off. */
export async function act(signedIn: SignedIn, form: FormData, asked: Asked) {
  if (form.get('intent') === 'release-brake') return release(signedIn, form);
  const reply = await answerForm('OTPVerification', signedIn, form, asked);
  return data(reply, { status: reply.status });
}

async function release({ userId }: SignedIn, form: FormData): Promise<Response> {
  const { data: id = '' } = safeText.max(40).safeParse(form.get('brake'));
  try {
    await releaseBrake(userId, id);
  } catch (error) {
    // It came off by itself, or by another window: what was wanted is so.
    if (!(error instanceof DomainError && error.code === 'not_found')) throw error;
  }
  return redirectWithToast(paths.dashboard('OTPVerification'), {
    type: 'success',
    title: 'Limit removed',
    message: 'OTPs are sent at full speed again, and are not slowed down for a day.',
  });
}
