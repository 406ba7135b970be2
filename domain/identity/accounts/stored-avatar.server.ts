import { randomBytes } from 'node:crypto';
import { prisma, query, type SqlClient } from '#platform/db.server.ts';

/** A new name for each picture: whoever has the address of one has the address of no other. */
const statement = `
  INSERT INTO avatars (user_id, name, bytes) VALUES ($1, $2, $3)
  ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, bytes = excluded.bytes`;

/**
 * Gives a user an avatar in place of the one before, which is served no more.
 *
 * @param bytes what `encodeAvatar` made
 * @param on the transaction to do it in, if it is part of one
 */
export async function setAvatar(userId: string, bytes: Uint8Array, on?: SqlClient): Promise<void> {
  const name = randomBytes(18).toString('base64url');
  await query('set-avatar', statement, [userId, name, bytes], on);
}

/** Takes a user's avatar away, if there is one. It is served no more. */
export async function removeAvatar(userId: string): Promise<void> {
  await prisma.avatar.deleteMany({ where: { userId } });
}

/** The avatar of this name, as WebP; null if there is none, or none any more. */
export async function findAvatar(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const found = await prisma.avatar.findUnique({ where: { name }, select: { bytes: true } });
  return found && new Uint8Array(found.bytes);
}
