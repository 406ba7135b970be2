import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/require-recent-sign-in.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { normalizeEmail } from '#domain/shared/normalize-email.ts';
import { query, transaction } from '#platform/db.server.ts';
import { checkPassword } from './check-password.server.ts';
import { consumeAvatarUploadLimit } from './consume-avatar-upload-limit.server.ts';
import { requestEmailChange } from './email-change/request-email-change.server.ts';
import { encodeAvatar } from './encode-avatar.server.ts';
import { consumeConfirmationEmailLimit } from './resend-confirmation-email.server.ts';
import { setAvatar } from './stored-avatar.server.ts';
import { waysToSignIn } from './ways-to-sign-in.server.ts';

type Changes = {
  name?: string | undefined;
  email?: string | undefined;
  /** The one of now, where the address is another. */
  password?: string | undefined;
  /** Of which the avatar is made. */
  picture?: Uint8Array | undefined;
};

/** Another case of the same letters is the same address; another address waits until it is confirmed. */
const statement = `
  UPDATE users SET
    name = coalesce($2, name),
    email = CASE WHEN email_key = $4 THEN $3 ELSE email END
  WHERE id = $1
  RETURNING email_key <> $4 AS moves`;

/**
 * Changes what a user is called, where mail goes and which picture is shown; all of it or nothing. A new address
 * takes the password, and effect only when the link that is mailed there is followed.
 *
 * @throws DomainError `email_taken`, `not_found`; `invalid_parameter` for a wrong password, and where there is none
 *   `reauthentication_required`; `rate_limited` after five addresses within an hour; and what `consumeAvatarUploadLimit` and
 *   `encodeAvatar` throw
 */
export async function updateUser(
  signedIn: Pick<SignedInUser, 'userId' | 'authenticatedAt'>,
  { name, email, password, picture }: Changes,
): Promise<void> {
  const { userId } = signedIn;
  if (email !== undefined) await allowAddress(signedIn, email, password);
  if (picture) await consumeAvatarUploadLimit(userId);
  const avatar = picture && (await encodeAvatar(picture));
  const values = [
    userId,
    name ?? null,
    email ?? null,
    email === undefined ? null : normalizeEmail(email),
  ];
  await transaction(async (on) => {
    const [row] = await query<{ moves: boolean | null }>('update-user', statement, values, on);
    if (!row) throw new DomainError('not_found');
    if (row.moves && email !== undefined) await requestEmailChange(userId, email, on);
    if (avatar) await setAvatar(userId, avatar, on);
  });
}

/** A stolen session must not be enough to take the account to another address. */
async function allowAddress(
  signedIn: Pick<SignedInUser, 'userId' | 'authenticatedAt'>,
  email: string,
  password: string | undefined,
): Promise<void> {
  const { userId } = signedIn;
  const ways = await waysToSignIn(userId);
  if (normalizeEmail(ways.email) === normalizeEmail(email)) return;
  if (!ways.hasPassword) requireRecentSignIn(signedIn);
  else if (!password) {
    const message = 'Please enter your password to change the e-mail address.';
    throw new DomainError('invalid_parameter', { param: 'password', message });
  } else await checkPassword(userId, password);
  await consumeConfirmationEmailLimit(userId);
}
