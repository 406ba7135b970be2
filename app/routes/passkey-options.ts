import type { ActionFunctionArgs } from '@remix-run/node';
import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { readDevice } from '#app/session/cookies.server.ts';
import { toClientAddresses } from '#app/session/session.server.ts';
import { startPasskeySignIn } from '#domain/identity/factors/passkeys.ts';
import { DomainError, sentenceForPeople } from '#domain/shared/errors.browser.ts';

/** Returns the options of a sign-in with a passkey, for the script of the login page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const device = await readDevice(request);
  try {
    const from = toClientAddresses(context).clientAddress;
    const options = await startPasskeySignIn(device.id, { from });
    return Response.json(options, { headers: { 'set-cookie': device.setCookie } });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return Response.json(
      { error: sentenceForPeople(error) },
      { status: httpStatusByErrorCode[error.code] },
    );
  }
}
