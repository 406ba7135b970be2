import { prisma } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';

/** Makes a user. @returns the user's id */
export async function createUser({ name, email }: { name: string; email: string }) {
  const user = await prisma.user.create({
    data: { id: newId('usr'), name, email, emailKey: email.toLowerCase() },
  });
  return user.id;
}
