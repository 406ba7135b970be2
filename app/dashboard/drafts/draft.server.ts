import { randomUUID } from 'node:crypto';
import { encryptedCookie } from '#app/session/encrypted-cookie.server.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.browser.ts';
import { decrypt, encrypt } from '#platform/crypto.ts';
import { openedAtStart } from '#platform/instance.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { logger } from '#platform/logger.ts';
import { openRedis } from '#platform/redis.ts';

const redis = openedAtStart(() => openRedis('commands'));

/** How long a draft is kept, in seconds, so that the user can log in again. */
export const draftTtlSeconds = 600;

/** Maximum size of a draft, in bytes of UTF-8. */
export const maxDraftBytes = 64 * 1024;

/** Maximum number of drafts per user at a time, because anyone with the browser can store drafts in the user's name. */
export const maxDraftsPerUser = 5;

const limit = createRateLimiter('form-drafts', {
  points: maxDraftsPerUser,
  seconds: draftTtlSeconds,
});

/** Identifies this browser's draft and its owner. The fields are stored in Redis, because a cookie is too small. */
const cookie = encryptedCookie<{ id: string; userId: string }>('draft', {
  maxAge: draftTtlSeconds,
});

/** The fields of a form; null marks a file, which is not stored. */
type Fields = [name: string, value: string | null][];

/** The Redis key of a draft. The encryption is bound to it, so a draft can be decrypted only for this user and screen. */
const draftKey = (userId: string, screen: ScreenId, id: string) =>
  `draft:${userId}:${screen}:${id}`;

/**
 * Saves a form that was submitted after its session had expired.
 *
 * @returns the headers with the draft's cookie; null if the form is too long, the user has too many drafts,
 *   or Redis is down
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
  const key = draftKey(userId, screen, id);
  try {
    await redis().set(key, encrypt(text, key), 'EX', draftTtlSeconds);
  } catch (error) {
    logger.warn({ error }, 'form draft not saved');
    return null;
  }
  return new Headers({ 'set-cookie': await cookie.write({ id, userId }) });
}

/**
 * Restores a draft, once.
 *
 * @returns the form as submitted, or null, and the headers that delete the cookie. A selected file is restored as an
 *   empty file.
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
  const text = isOwner ? await consume(draftKey(userId, screen, saved.id)) : null;
  if (!isOwner || text !== null) headers.append('set-cookie', await cookie.forget());
  return { form: text === null ? null : toForm(JSON.parse(text)), headers };
}

/** Deletes a draft and returns its text; null if Redis cannot be read, so that the page is shown without it. */
async function consume(key: string): Promise<string | null> {
  try {
    const encrypted = await redis().getdelBuffer(key);
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
