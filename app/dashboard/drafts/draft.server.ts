import { randomUUID } from 'node:crypto';
import { encryptedCookie } from '#app/session/encrypted-cookie.server.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.ts';
import { decrypt, encrypt } from '#platform/crypto.server.ts';
import { logger } from '#platform/logger.ts';
import { createRateLimiter } from '#platform/rate-limit.server.ts';
import { openRedis } from '#platform/redis.server.ts';

/** Enough time to sign in. */
export const draftTtlSeconds = 600;

/** The longest draft, in bytes of UTF-8. */
export const maxDraftBytes = 64 * 1024;

/** Drafts of one user within the TTL: what a user can store in Redis is bounded, whoever sends the forms. */
export const maxDraftsPerUser = 5;

const limit = createRateLimiter('form-drafts', {
  points: maxDraftsPerUser,
  seconds: draftTtlSeconds,
});

const redis = openRedis('commands');

/** Which draft this browser left, and whose it is. The fields are in Redis: a cookie is too small for them. */
const cookie = encryptedCookie<{ id: string; userId: string }>('draft', {
  maxAge: draftTtlSeconds,
});

/** The fields of a form; null stands for a file, which is not stored. */
type Fields = [name: string, value: string | null][];

/** Where a draft is stored. It is encrypted for this place: it opens for this user on this screen only. */
const keyOf = (userId: string, screen: ScreenId, id: string) => `draft:${userId}:${screen}:${id}`;

/**
 * Stores a form that was submitted after its session had expired.
 *
 * @returns the headers by which the browser gets it back; null if it is too long, one too many, or Redis is down
 */
export async function saveDraft(
  userId: string,
  screen: ScreenId,
  form: FormData,
): Promise<Headers | null> {
  const fields: Fields = [...form]
    .filter(([, value]) => typeof value === 'string' || value.name !== '')
    .map(([name, value]) => [name, typeof value === 'string' ? value : null]);
  const text = JSON.stringify(fields);
  if (Buffer.byteLength(text) > maxDraftBytes) return null;
  if (!(await limit.consume(userId)).allowed) return null;
  const id = randomUUID();
  const key = keyOf(userId, screen, id);
  try {
    await redis.set(key, encrypt(text, key), 'EX', draftTtlSeconds);
  } catch (error) {
    logger.warn({ error }, 'form draft not saved');
    return null;
  }
  return new Headers({ 'set-cookie': await cookie.write({ id, userId }) });
}

/**
 * Restores a draft, once.
 *
 * @returns the form as it was submitted, or null, and the headers that delete the cookie. Where a file was chosen the
 *   form has an empty one.
 */
export async function restoreDraft(
  request: Request,
  userId: string,
  screen: ScreenId,
): Promise<{ form: FormData | null; headers: Headers }> {
  const headers = new Headers();
  const saved = await cookie.read(request);
  if (!saved) return { form: null, headers };
  const isOwner = saved.userId === userId;
  const text = isOwner ? await consume(keyOf(userId, screen, saved.id)) : null;
  if (!isOwner || text !== null) headers.append('set-cookie', await cookie.forget());
  return { form: text === null ? null : toForm(JSON.parse(text)), headers };
}

/** Deletes a draft and returns its text. The page is shown without it if it cannot be read. */
async function consume(key: string): Promise<string | null> {
  try {
    const encrypted = await redis.getdelBuffer(key);
    return encrypted && decrypt(encrypted, key);
  } catch (error) {
    logger.warn({ error }, 'form draft not restored');
    return null;
  }
}

function toForm(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value ?? new File([], 'chosen'));
  return form;
}
