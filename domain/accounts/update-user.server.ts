import { requestMail } from '#domain/mail/request-mail.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { isUniqueViolation } from '#platform/database-errors.ts';
import { prisma, query, transaction } from '#platform/db.server.ts';
import type { UserOutput } from './contract.ts';
import { emailKeyOf } from './email-key.ts';
import { encodeAvatar } from './encode-avatar.server.ts';
import { getUser } from './get-user.server.ts';
import { takeConfirmationLetter } from './request-confirmation.server.ts';
import { setAvatar } from './set-avatar.server.ts';
import { takePicture } from './take-picture.server.ts';

type Changes = {
  name?: string | undefined;
  email?: string | undefined;
  /** Of which the avatar is made. */
  picture?: Uint8Array | undefined;
};

/**
 * With another address the account is unconfirmed again, and links that were mailed to the old one are
 * void. Another case of the same letters is the same address.
 */
const statement = `
  WITH before AS (SELECT id, email_key FROM users WHERE id = $1 FOR UPDATE),
  moved AS (SELECT id FROM before WHERE email_key <> coalesce($4, email_key)),
  void AS (
    DELETE FROM account_tokens USING moved
    WHERE user_id = moved.id AND purpose IN ('confirm_email', 'reset_password')
  )
  UPDATE users SET
    name = coalesce($2, name),
    email = coalesce($3, email),
    email_key = coalesce($4, users.email_key),
    email_confirmed_at = CASE WHEN moved.id IS NULL THEN email_confirmed_at END
  FROM before LEFT JOIN moved USING (id)
  WHERE users.id = before.id
  RETURNING moved.id IS NOT NULL AS moved`;

/**
 * Changes what a user is called, where mail goes and which picture is shown; all of it or nothing. A new
 * address gets a letter that confirms it.
 *
 * @returns the user as it is now
 * @throws DomainError `email_taken`, `not_found`; `rate_limited` after five addresses within an hour; and
 *   what `takePicture` and `encodeAvatar` throw
 */
export async function updateUser(
  userId: string,
  { name, email, picture }: Changes,
): Promise<UserOutput> {
  if (picture) await takePicture(userId);
  const avatar = picture && (await encodeAvatar(picture));
  const emailKey = email === undefined ? null : emailKeyOf(email);
  if (emailKey !== null && !(await hasAddress(userId, emailKey))) {
    await takeConfirmationLetter(userId);
  }
  const values = [userId, name ?? null, email ?? null, emailKey];
  try {
    await transaction(async (on) => {
      const [row] = await query<{ moved: boolean }>('update-user', statement, values, on);
      if (row?.moved && email !== undefined) await requestMail('welcome', email, on);
      if (row && avatar) await setAvatar(userId, avatar, on);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('email_taken', { param: 'email' });
    throw error;
  }
  return getUser(userId);
}

async function hasAddress(userId: string, emailKey: string): Promise<boolean> {
  return (await prisma.user.count({ where: { id: userId, emailKey } })) > 0;
}
