import { randomBytes } from 'node:crypto';
import { prisma, query, type SqlClient } from '#platform/db.ts';

/** Each picture gets a new random name, so that one URL does not reveal another. */
const statement = `
  INSERT INTO avatars (user_id, name, bytes) VALUES ($1, $2, $3)
  ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, bytes = excluded.bytes`;

/**
 * Sets a user's avatar. The previous one is no longer served.
 *
 * @param bytes the result of `encodeAvatar`
 */
export async function setAvatar(userId: string, bytes: Uint8Array, tx?: SqlClient): Promise<void> {
  const name = randomBytes(18).toString('base64url');
  await query('set-avatar', statement, [userId, name, bytes], tx);
}

/** Removes a user's avatar, if any. */
export async function removeAvatar(userId: string): Promise<void> {
  await prisma.avatar.deleteMany({ where: { userId } });
}

/** Finds an avatar by name, as WebP; null if it does not exist any more. */
export async function findAvatar(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const found = await prisma.avatar.findUnique({ where: { name }, select: { bytes: true } });
  return found && new Uint8Array(found.bytes);
}
