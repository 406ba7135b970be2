/**
 * Prisma filter for one API key of a user, by its `_id` or its API ID, as clients may store either.
 */
export const whereUserKey = (userId: string, key: string) => ({
  userId,
  OR: [{ id: key }, { keyId: key }],
});
