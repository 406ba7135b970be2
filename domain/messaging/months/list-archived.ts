import { prisma } from '#platform/db.ts';

/** A month whose messages, of all accounts, the operator has written to files. */
export type ArchivedMonth = {
  /** `2026_04`, or `first`. */
  month: string;
  archivedAt: Date;
};

/** The last months that were archived, the latest first: two years of them. */
export const listArchived = (): Promise<ArchivedMonth[]> =>
  prisma.archivedMonth.findMany({
    select: { month: true, archivedAt: true },
    orderBy: { archivedAt: 'desc' },
    take: 24,
  });
