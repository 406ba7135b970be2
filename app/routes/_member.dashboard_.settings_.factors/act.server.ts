import { data } from '@remix-run/node';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { encode } from 'uqr';
import type { z } from 'zod';
import type { RecentSignInOfForms } from '#app/dashboard/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast, submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { readDevice } from '#app/session/cookies.server.ts';
import { readUserAgent, writeRenewedSession } from '#app/session/session.server.ts';
import { redirectDone, redirectWithToast } from '#app/session/toast.server.ts';
import { getSignInMethods } from '#domain/identity/accounts/sign-in-with-provider.ts';
import {
  addPasskeyForm,
  confirmTotpForm,
  renamePasskeyForm,
  trustedDeviceForm,
} from '#domain/identity/factors/contract.browser.ts';
import {
  renewRecoveryCodes,
  turnOffTotp,
  turnOnTotp,
} from '#domain/identity/factors/manage-factors.ts';
import {
  addPasskey,
  deletePasskey,
  renamePasskey,
  startPasskey,
} from '#domain/identity/factors/passkeys.ts';
import { stopFactorReset } from '#domain/identity/factors/reset-factors.ts';
import { type Enrolment, resumeEnrolment, startEnrolment } from '#domain/identity/factors/totp.ts';
import { forgetTrustedDevices } from '#domain/identity/factors/trusted-devices.ts';
import { describeUserAgent, type SignedInUser } from '#domain/identity/sessions/contract.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';

const here = paths.factors;

/** Every form changes second factors, so each needs a recent sign-in. */
const changing = { for: 'change_factors' } as const;

export const recentSignIn = {
  'set-up-app': changing,
  'confirm-app': changing,
  'remove-app': changing,
  'start-passkey': changing,
  'add-passkey': changing,
  'rename-passkey': false,
  'stop-reset': false,
  'delete-passkey': changing,
  'forget-device': false,
  'forget-devices': false,
  'new-recovery-codes': changing,
} satisfies RecentSignInOfForms;

/** What the page shows once: the secret of an app that is being set up, or new recovery codes. */
export type Shown = {
  enrolment?: Enrolment & { qr: { d: string; size: number } };
  recoveryCodes?: string[];
  /** What the browser passes to the authenticator that makes a passkey. */
  newPasskey?: { options: PublicKeyCredentialCreationOptionsJSON; name: string };
};

/** A QR code as one SVG path: `d` draws each run of dark modules as a rectangle, in a square with sides of `size`. */
function toQrPath(text: string): { d: string; size: number } {
  const { data: rows, size } = encode(text, { ecc: 'M', border: 4 });
  const d = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.findIndex((dark, at) => at > x && !dark);
      return [`M${x} ${y}h${(end < 0 ? size : end) - x}v1H${x}z`];
    }),
  );
  return { d: d.join(''), size };
}

const show = (enrolment: Enrolment) => ({ ...enrolment, qr: toQrPath(enrolment.uri) });

/** Handles the forms of the page, by `intent`. */
export async function act(signedIn: SignedInUser, form: FormData, request: Request) {
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
    case 'start-passkey':
      return startPasskeyForm(signedIn, request);
    case 'add-passkey':
      return addPasskeyOf(signedIn, form, request);
    case 'rename-passkey':
      return orToast({ to: here, fallback: fallbacks.factors }, async () => {
        const { id, name } = read(renamePasskeyForm, form);
        await renamePasskey(userId, id, name);
        return redirectDone(here, 'Passkey renamed');
      });
    case 'delete-passkey':
      return orToast({ to: here, fallback: fallbacks.factors }, async () => {
        const { id } = read(renamePasskeyForm.pick({ id: true }), form);
        await deletePasskey(signedIn, id);
        return redirectDone(here, 'Passkey deleted');
      });
    case 'forget-device':
      return orToast({ to: here, fallback: fallbacks.factors }, async () => {
        await forgetTrustedDevices(userId, read(trustedDeviceForm, form).id);
        return redirectDone(here, 'Device removed');
      });
    case 'forget-devices':
      return orToast({ to: here, fallback: fallbacks.factors }, async () => {
        await forgetTrustedDevices(userId, null);
        return redirectDone(here, 'All devices removed');
      });
    case 'stop-reset':
      await stopFactorReset(userId);
      return redirectDone(here, 'The reset was stopped');
    case 'new-recovery-codes':
      return data<Shown>({ recoveryCodes: await renewRecoveryCodes(signedIn) });
    default:
      throw new Response(null, { status: 400 });
  }
}

/** @throws DomainError with the first error of the form */
function read<S extends z.ZodObject>(schema: S, form: FormData): z.output<S> {
  const { data: value, error } = schema.safeParse(Object.fromEntries(form));
  if (error)
    throw new DomainError('invalid_parameter', { message: error.issues[0]?.message ?? '' });
  return value;
}

async function startPasskeyForm(signedIn: SignedInUser, request: Request) {
  const device = await readDevice(request);
  const options = await startPasskey(signedIn, device.id);
  const name = describeUserAgent(readUserAgent(request));
  const headers = { 'set-cookie': device.setCookie };
  return data<Shown>({ newPasskey: { options, name } }, { headers });
}

async function addPasskeyOf(signedIn: SignedInUser, form: FormData, request: Request) {
  const to = { to: here, fallback: fallbacks.factors };
  return orToast<ReturnType<typeof data<Shown>> | Response>(to, async () => {
    const { name, response } = read(addPasskeyForm, form);
    const { id: browser } = await readDevice(request);
    const added = await addPasskey(signedIn, { response, name, browser });
    const headers = new Headers({ 'set-cookie': await writeRenewedSession(added.renewed) });
    const { recoveryCodes } = added;
    if (recoveryCodes) return data<Shown>({ recoveryCodes }, { headers });
    const toast = { type: 'success', title: 'Passkey added' } as const;
    return redirectWithToast(here, toast, { headers });
  });
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
