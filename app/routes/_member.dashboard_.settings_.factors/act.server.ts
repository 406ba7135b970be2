import { data } from '@remix-run/node';
import type { RecentSignInOfForms } from '#app/dashboard/drafts/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/or-toast.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { writeRenewedSession } from '#app/session/session.server.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { getSignInMethods } from '#domain/identity/accounts/get-sign-in-methods.ts';
import { confirmTotpForm } from '#domain/identity/factors/contract.browser.ts';
import {
  renewRecoveryCodes,
  turnOffTotp,
  turnOnTotp,
} from '#domain/identity/factors/manage-factors.ts';
import { type Enrolment, resumeEnrolment, startEnrolment } from '#domain/identity/factors/totp.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { toQrPath } from './qr-path.server.ts';

const here = paths.factors;

/** Every form changes second factors, so each needs a recent sign-in. */
const changing = { for: 'change_factors' } as const;

export const recentSignIn = {
  'set-up-app': changing,
  'confirm-app': changing,
  'remove-app': changing,
  'new-recovery-codes': changing,
} satisfies RecentSignInOfForms;

/** What the page shows once: the secret of an app that is being set up, or new recovery codes. */
export type Shown = {
  enrolment?: Enrolment & { qr: { d: string; size: number } };
  recoveryCodes?: string[];
};

const show = (enrolment: Enrolment) => ({ ...enrolment, qr: toQrPath(enrolment.uri) });

/** Handles the forms of the page, by `intent`. */
export async function act(signedIn: SignedInUser, form: FormData) {
  const { userId } = signedIn;
  switch (form.get('intent')) {
    case 'set-up-app': {
      const { email } = await getSignInMethods(userId);
      return data<Shown>({ enrolment: show(startEnrolment(userId, email)) });
    }
    case 'confirm-app':
      return confirmApp(signedIn, form);
    case 'remove-app':
      return orToast({ to: here, fallback: fallbacks.factors }, async () => {
        await turnOffTotp(signedIn);
        return redirectDone(here, 'Authenticator app removed');
      });
    case 'new-recovery-codes':
      return data<Shown>({ recoveryCodes: await renewRecoveryCodes(signedIn) });
    default:
      throw new Response(null, { status: 400 });
  }
}

/** Stores the app after its first code. After a wrong code, the page shows the same secret again. */
async function confirmApp(signedIn: SignedInUser, form: FormData) {
  const { userId } = signedIn;
  const reply = await submit(
    form,
    confirmTotpForm,
    async ({ others, ...confirmation }) => {
      const endOthers = others === 'on';
      const { codes, renewed } = await turnOnTotp(signedIn, confirmation, { endOthers });
      const headers = { 'set-cookie': await writeRenewedSession(renewed) };
      return data<Shown>({ recoveryCodes: codes }, { headers });
    },
    { formId: 'confirm-app', fallback: fallbacks.factors },
  );
  if (!('formId' in reply.data)) return reply;
  const { email } = await getSignInMethods(userId);
  const enrolment = readAgain(userId, email, form.get('enrolment'));
  return data({ ...reply.data, ...(enrolment && { enrolment }) }, reply.init ?? {});
}

function readAgain(userId: string, email: string, sent: FormDataEntryValue | null) {
  try {
    return show(resumeEnrolment(userId, email, String(sent)));
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
