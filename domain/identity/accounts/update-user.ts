import { randomBytes } from 'node:crypto';
import type Sharp from 'sharp';
import { audited, recordAudit } from '#domain/audit/record-audit.ts';
import { requireRecentFactor } from '#domain/identity/factors/manage-factors.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type SqlClient, transaction } from '#platform/db.ts';
import { ofInstance } from '#platform/instance.ts';
import { createFairBudget, NotDone } from '#platform/limits/fair-budget.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { logger } from '#platform/logger.ts';
import { checkPassword } from './change-password.ts';
import { consumeConfirmationEmailLimit } from './confirm-email.ts';
import { avatarSizePx, maxAvatarPixels } from './contract.browser.ts';
import { requestEmailChange } from './email-change.ts';
import type { Origin } from './limit-auth-attempts.ts';
import { getSignInMethods } from './sign-in-with-provider.ts';

type Changes = {
  name?: string | undefined;
  email?: string | undefined;
  /** The current password, which is required to change the email address. */
  password?: string | undefined;
  /** The uploaded picture. */
  picture?: Uint8Array | undefined;
};

/**
 * Stores a new email address only if it differs from the current address in nothing but letter case. Any other new
 * address takes effect after it is confirmed.
 */
const updateSql = `
  UPDATE users SET
    name = coalesce($2, name),
    email = CASE WHEN email_key = $4 THEN $3 ELSE email END
  WHERE id = $1
  RETURNING email_key <> $4 AS moves`;

/** Each picture gets a new random name, so that the URLs of other pictures cannot be guessed from one URL. */
const storeSql = `
  INSERT INTO avatars (user_id, name, bytes) VALUES ($1, $2, $3)
  ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, bytes = excluded.bytes`;

/**
 * Sets a user's avatar. The previous avatar is no longer served.
 *
 * @param bytes the result of `encodeAvatar`
 */
async function setAvatar(userId: string, bytes: Uint8Array, tx?: SqlClient): Promise<void> {
  const name = randomBytes(18).toString('base64url');
  await query('set-avatar', storeSql, [userId, name, bytes], tx);
}

const removeSql = 'DELETE FROM avatars WHERE user_id = $1 RETURNING user_id';

/** Removes a user's avatar, if any. */
export async function removeAvatar(userId: string): Promise<void> {
  await audited(
    (tx) => query('remove-avatar', removeSql, [userId], tx),
    (removed) =>
      removed.length > 0
        ? { accountId: userId, action: 'account.update', after: { hasAvatar: false } }
        : null,
  );
}

/** Finds an avatar by name, as WebP; null if it no longer exists. */
export async function findAvatar(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const found = await prisma.avatar.findUnique({ where: { name }, select: { bytes: true } });
  return found && new Uint8Array(found.bytes);
}

/** Decodes one picture at a time, and users take turns. Rejects an upload if 20 others are waiting. */
const inTurn = ofInstance(() =>
  createFairBudget({
    perCaller: 1,
    total: 1,
    maxWaiting: { perCaller: 20, total: 20 },
    maxWaitMs: 30_000,
  }),
);

/** The library is loaded on first use, because other requests do not need it. */
let loading: Promise<typeof Sharp> | undefined;

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // Only these three loaders are enabled, because any other loader would add attack surface.
  sharp.block({ operation: ['VipsForeignLoad'] });
  const formats = ['Jpeg', 'Png', 'Webp'];
  sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}Buffer`) });
  // Uses one thread, and keeps no cache between pictures.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/**
 * Encodes an uploaded picture as an avatar: a square WebP, rotated upright, cropped to the centre, without metadata.
 *
 * @param userId the user; uploads of different users take turns
 * @param picture JPEG, PNG or WebP, detected by its bytes
 * @throws DomainError `invalid_parameter` with the param `picture` if the picture has another format, is damaged or too
 *   large; `unavailable` if too many uploads wait; `internal` with the param `picture` for an error of the server, which is
 *   logged
 */
export async function encodeAvatar(userId: string, picture: Uint8Array): Promise<Uint8Array> {
  loading ??= load().catch((error) => {
    // The next upload tries to load the library again.
    loading = undefined;
    throw error;
  });
  const sharp = await loading;
  const encode = () =>
    sharp(picture, { limitInputPixels: maxAvatarPixels, failOn: 'error' })
      .autoOrient()
      .resize(avatarSizePx, avatarSizePx, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: 10 })
      .toBuffer()
      .catch(rejectPicture);
  try {
    return await inTurn(userId, 1, encode);
  } catch (error) {
    if (error instanceof NotDone) throw new DomainError('unavailable');
    throw error;
  }
}

/** Throws `invalid_parameter` for an error of the library about the user's picture, and `internal` for any other error. */
function rejectPicture(error: Error): never {
  if (serverError.test(error.message) || !inputError.test(error.message)) {
    logger.error({ error }, 'a picture could not be encoded');
    throw new DomainError('internal', { message: notStored, param: 'picture', cause: error });
  }
  const message = messages.find(([known]) => known.test(error.message))?.[1] ?? damaged;
  throw new DomainError('invalid_parameter', { message, param: 'picture' });
}

/**
 * Matches errors of the library about its input by their first words, which name the library's own checks or the reader of a
 * format. For some truncated pictures, the error is only `Unknown error`.
 */
const inputError = /^(?:Input |VipsJpeg:|vipspng:|webp2vips:|timeout:|Unknown error$)/;

/**
 * Matches errors of the server. If a reader has run out of memory or threads, the error begins with the reader's name, so
 * `inputError` matches such an error too.
 */
const serverError = /memory|allocate|thread/i;

const notStored = 'The picture could not be stored. Please try again.';

const damaged = 'This picture is damaged. Please choose another one.';

const messages: [RegExp, string][] = [
  [/unsupported image format/, 'Please choose a JPEG, PNG or WebP picture'],
  [/pixel limit|timeout/, 'This picture is too large. The maximum is 25 megapixels.'],
];

/**
 * Changes name, email address and avatar in one transaction. A new address requires the password, and takes effect only after
 * its emailed link is used.
 *
 * @throws DomainError `email_taken`, `not_found`; `invalid_parameter` for a wrong password, `reauthentication_required` if
 *   there is no password and the sign-in is older than 15 minutes; `rate_limited` after five addresses within an hour; and the
 *   errors of `consumeAvatarUploadLimit` and `encodeAvatar`
 */
export async function updateUser(
  signedIn: Pick<SignedInUser, 'userId' | 'authenticatedAt'>,
  { name, email, password, picture }: Changes,
  origin: Origin,
): Promise<void> {
  const { userId } = signedIn;
  if (email !== undefined) await authorizeAddressChange(signedIn, email, { password, ...origin });
  if (picture) await consumeAvatarUploadLimit(userId);
  const avatar = picture && (await encodeAvatar(userId, picture));
  const values = [
    userId,
    name ?? null,
    email ?? null,
    email === undefined ? null : normalizeEmail(email),
  ];
  await transaction(async (tx) => {
    const [row] = await query<{ moves: boolean | null }>('update-user', updateSql, values, tx);
    if (!row) throw new DomainError('not_found');
    if (row.moves && email !== undefined) await requestEmailChange(userId, email, tx);
    if (avatar) await setAvatar(userId, avatar, tx);
    if (row.moves && email !== undefined) {
      await recordAudit(tx, {
        accountId: userId,
        action: 'email.change_request',
        after: { email },
      });
    }
    if (name !== undefined || avatar) {
      await recordAudit(tx, {
        accountId: userId,
        action: 'account.update',
        after: { ...(name !== undefined && { name }), ...(avatar && { hasAvatar: true }) },
      });
    }
  });
}

/**
 * Requires the password, or a recent sign-in if there is none, before the address changes: a stolen session alone must not be
 * able to change it.
 */
async function authorizeAddressChange(
  signedIn: Pick<SignedInUser, 'userId' | 'authenticatedAt'>,
  email: string,
  { password, ...origin }: Pick<Changes, 'password'> & Origin,
): Promise<void> {
  const { userId } = signedIn;
  const ways = await getSignInMethods(userId);
  if (normalizeEmail(ways.email) === normalizeEmail(email)) return;
  if (ways.hasPassword) await requireRecentFactor(signedIn);
  if (!ways.hasPassword) requireRecentSignIn(signedIn);
  else if (!password) {
    const message = 'Please enter your password to change the email address.';
    throw new DomainError('invalid_parameter', { param: 'password', message });
  } else await checkPassword(userId, password, origin);
  await consumeConfirmationEmailLimit(userId);
}

/** Limits the uploads of pictures, because decoding a picture is the most expensive operation of all forms. */
const uploads = createRateLimiter('pictures', { points: 20, seconds: 600 });

/**
 * Consumes one avatar upload from a user's limit.
 *
 * @throws DomainError `rate_limited` at `picture`, after 20 within ten minutes
 */
async function consumeAvatarUploadLimit(userId: string): Promise<void> {
  requireWithinLimit(await uploads.consume(userId), {
    message: 'You have changed your picture too often. Please wait ten minutes.',
    param: 'picture',
  });
}

/** Whether a user has hidden the first steps that Home shows to a new account. */
export async function areFirstStepsHidden(userId: string): Promise<boolean> {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: { firstStepsHiddenAt: true },
  });
  return user?.firstStepsHiddenAt != null;
}

/** Hides the first steps of Home permanently, on every device of the user. */
export async function hideFirstSteps(userId: string): Promise<void> {
  await prisma.user.updateMany({
    where: { id: userId, firstStepsHiddenAt: null },
    data: { firstStepsHiddenAt: clock.now() },
  });
}
