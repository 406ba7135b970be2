import { databaseClock } from '#platform/database-clock.ts';
import { prisma, query } from '#platform/db.ts';
import { listPartitions, suffixIn } from './partitions.ts';

/** A month of messages in the output of `npm run archive -- list`. Times are ISO 8601. */
export type MonthOfMessages = {
  /** `2026_04`, or `first`. */
  month: string;
  from: string | null;
  to: string;
  /** The number of messages, as PostgreSQL estimates it. */
  messages: number;
  /** The size of the month's tables and their indexes. */
  bytes: number;
  archivedAt: string | null;
  place: string | null;
};

const sizes = `
  SELECT name, greatest(c.reltuples, 0)::float8 AS rows, pg_total_relation_size(c.oid)::float8 AS bytes
  FROM unnest($1::text[]) AS name JOIN pg_class AS c ON c.oid = to_regclass(name)`;

/** Lists the stored months, oldest first. Future months are omitted. */
export async function listMonths(): Promise<MonthOfMessages[]> {
  const partitions = await listPartitions();
  const names = partitions.map(({ name }) => name);
  const [measured, archived] = await Promise.all([
    query<{ name: string; rows: number; bytes: number }>('sizes-of-months', sizes, [names]),
    prisma.archivedMonth.findMany(),
  ]);
  const sizeOf = new Map(measured.map((one) => [one.name, one]));
  const begun = partitions.filter(
    ({ table, from }) => table === 'messages' && from <= databaseClock.now(),
  );
  return begun.map((one) => {
    const month = suffixIn(one);
    const own = partitions.filter((other) => suffixIn(other) === month);
    const done = archived.find((other) => other.month === month);
    return {
      month,
      from: one.from ? new Date(one.from).toISOString() : null,
      to: new Date(one.to).toISOString(),
      messages: sizeOf.get(one.name)?.rows ?? 0,
      bytes: own.reduce((sum, { name }) => sum + (sizeOf.get(name)?.bytes ?? 0), 0),
      archivedAt: done?.archivedAt.toISOString() ?? null,
      place: done?.place ?? null,
    };
  });
}

/** A month whose messages the operator has written to files. The files have the messages of all accounts. */
export type ArchivedMonth = {
  /** `2026_04`, or `first`. */
  month: string;
  archivedAt: Date;
};

/** Lists the 24 months that were archived last, newest archive first. */
export const listArchived = (): Promise<ArchivedMonth[]> =>
  prisma.archivedMonth.findMany({
    select: { month: true, archivedAt: true },
    orderBy: { archivedAt: 'desc' },
    take: 24,
  });
