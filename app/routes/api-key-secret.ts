import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { getSignedInUser } from '#app/session/session.server.ts';
import { apiKeyIdOrPublicId } from '#domain/identity/api-keys/contract.browser.ts';
import { showSecret } from '#domain/identity/api-keys/user-keys.ts';
import { guardSensitive } from '#domain/identity/sessions/guard-sensitive.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';

export const loader = () => redirect(paths.dashboard('manage-api'));

/**
 * Returns a key's secret to the copy button's script. POST only, so that no link or other site can get it.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const headers = { 'cache-control': 'no-store' };
  try {
    const signedIn = await getSignedInUser(request);
    if (!signedIn) throw new DomainError('session_expired');
    const { data: key } = apiKeyIdOrPublicId.safeParse((await readForm(request)).get('key'));
    if (key === undefined) throw new DomainError('invalid_parameter', { param: 'key' });
    const { userId } = signedIn;
    const guarded = { input: null, from: context.exactAddress ?? '', isDone: () => true };
    const secretKey = await guardSensitive({ for: 'reveal_key' }, signedIn, guarded, () =>
      showSecret(userId, key),
    );
    return Response.json({ secretKey }, { headers });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message } = error;
    return Response.json({ code, message }, { status: httpStatusByErrorCode[code], headers });
  }
}
