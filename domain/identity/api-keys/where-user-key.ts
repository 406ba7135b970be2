/**
 * Picks one API key of a user, as Prisma writes it: by its `_id` or by its API ID, since clients
 * hold either. Another user's key is not picked.
 */
export const whereUserKey = (userId: string, key: string) => ({
  userId,
  OR: [{ id: key }, { keyId: key }],
});
