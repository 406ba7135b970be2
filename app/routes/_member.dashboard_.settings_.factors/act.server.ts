import { type ActionFunctionArgs, data } from '@remix-run/node';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { encode } from 'uqr';
import type { z } from 'zod';
import { screenForms } from '#app/dashboard/screen.server.ts';
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

const changing = { for: 'change_factors' } as const;

/** The action of a form that shows no errors beside its fields. @param act runs the form, and returns the toast's title */
const toastAct = (
  recentSignIn: typeof changing | false,
  act: (signedIn: SignedInUser, form: FormData) => Promise<string>,
) => ({
  recentSignIn,
  act: (signedIn: SignedInUser, form: FormData) =>
    orToast({ to: here, fallback: fallbacks.factors }, async () =>
      redirectDone(here, await act(signedIn, form)),
    ),
});

export const forms = screenForms({
  'set-up-app': {
    recentSignIn: changing,
    act: async ({ userId }) => {
      const { email } = await getSignInMethods(userId);
      return data<Shown>({ enrolment: show(startEnrolment(userId, email)) });
    },
  },
  'confirm-app': { recentSignIn: changing, act: confirmApp },
  'remove-app': toastAct(changing, async (signedIn) => {
    await turnOffTotp(signedIn);
    return 'Authenticator app removed';
  }),
  'start-passkey': { recentSignIn: changing, act: startPasskeyForm },
  'add-passkey': { recentSignIn: changing, act: addPasskeyOf },
  'rename-passkey': toastAct(false, async ({ userId }, form) => {
    const { id, name } = read(renamePasskeyForm, form);
    await renamePasskey(userId, id, name);
    return 'Passkey renamed';
  }),
  'delete-passkey': toastAct(changing, async (signedIn, form) => {
    const { id } = read(renamePasskeyForm.pick({ id: true }), form);
    await deletePasskey(signedIn, id);
    return 'Passkey deleted';
  }),
  'forget-device': toastAct(false, async ({ userId }, form) => {
    await forgetTrustedDevices(userId, read(trustedDeviceForm, form).id);
    return 'Device removed';
  }),
  'forget-devices': toastAct(false, async ({ userId }) => {
    await forgetTrustedDevices(userId, null);
    return 'All devices removed';
  }),
  'stop-reset': {
    recentSignIn: false,
    act: async ({ userId }) => {
      await stopFactorReset(userId);
      return redirectDone(here, 'The reset was stopped');
    },
  },
  'new-recovery-codes': {
    recentSignIn: changing,
    act: async (signedIn) => data<Shown>({ recoveryCodes: await renewRecoveryCodes(signedIn) }),
  },
});

/** @throws DomainError with the first error of the form */
function read<S extends z.ZodObject>(schema: S, form: FormData): z.output<S> {
  const { data: value, error } = schema.safeParse(Object.fromEntries(form));
  if (error)
    throw new DomainError('invalid_parameter', { message: error.issues[0]?.message ?? '' });
  return value;
}

async function startPasskeyForm(
  signedIn: SignedInUser,
  _: FormData,
  { request }: ActionFunctionArgs,
) {
  const device = await readDevice(request);
  const options = await startPasskey(signedIn, device.id);
  const name = describeUserAgent(readUserAgent(request));
  const headers = { 'set-cookie': device.setCookie };
  return data<Shown>({ newPasskey: { options, name } }, { headers });
}

async function addPasskeyOf(
  signedIn: SignedInUser,
  form: FormData,
  { request }: ActionFunctionArgs,
) {
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
