import { prisma } from '#platform/db.server.ts';

/** The avatar of this name, as WebP; null if there is none, or none any more. */
export async function findAvatar(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const found = await prisma.avatar.findUnique({ where: { name }, select: { bytes: true } });
  return found && new Uint8Array(found.bytes);
}
