import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { prisma, query, type SqlClient } from '#platform/db.ts';
import { timeOfId } from '#platform/ids.ts';

/**
 * The tables that are partitioned by month. `fillFactor` is the percentage of a page that new rows may fill. The remaining
 * space is for updated versions of the rows (docs/decisions/046).
 */
export const partitioned = [
  { table: 'messages', fillFactor: 60 },
  { table: 'message_parts', fillFactor: 70 },
  { table: 'message_events', fillFactor: 100 },
] as const;

export type PartitionedTable = (typeof partitioned)[number]['table'];

/**
 * A table of one month, for example `messages_2026_04`. `messages_first` has all messages that are older than the
 * partitioning.
 */
export type Partition = {
  table: PartitionedTable;
  name: string;
  /** The start of the partition's time range, in milliseconds since 1970; 0 for the first partition, which has no start. */
  from: number;
  /** The end of the partition's time range (exclusive), in milliseconds since 1970. */
  to: number;
  /** Whether a detach was interrupted. `isOurs` says whether this program or an operator began it. */
  isDetaching: boolean;
  isOurs: boolean | null;
};

/** The comment on a table that marks it for dropping. */
export const detachedByUs = 'Dakiya drops this month';

const statement = `
  SELECT parent.relname AS "table", part.relname AS name, pg_get_expr(part.relpartbound, part.oid) AS bounds,
    link.inhdetachpending AS "isDetaching", obj_description(part.oid, 'pg_class') = '${detachedByUs}' AS "isOurs",
    (extract(epoch FROM now()) * 1000)::float8 AS now
  FROM pg_inherits AS link
  JOIN pg_class AS parent ON parent.oid = link.inhparent
  JOIN pg_class AS part ON part.oid = link.inhrelid
  WHERE parent.oid = ANY (ARRAY(SELECT to_regclass(name) FROM unnest($1::text[]) AS name))
  ORDER BY pg_get_expr(part.relpartbound, part.oid) NOT LIKE '%(MINVALUE)%', part.relname`;

type Row = Omit<Partition, 'from' | 'to'> & { bounds: string; now: number };

/**
 * Lists the partitions of the tables in `partitioned`, oldest first. Also sets `databaseClock` to the time of PostgreSQL.
 */
export async function listPartitions(tx?: SqlClient): Promise<Partition[]> {
  const tables = partitioned.map(({ table }) => table);
  const rows = await query<Row>('message-partitions', statement, [tables], tx);
  const [first] = rows;
  if (first) databaseClock.set(first.now);
  return rows.map(({ bounds, now: _, ...row }) => {
    // FOR VALUES FROM ('msg_01K…') TO ('msg_01K…')
    const [from, to = ''] = bounds.split(' TO ').map((bound) => /'(\w+)'/.exec(bound)?.[1]);
    return { ...row, from: from ? timeOfId(from) : 0, to: timeOfId(to) };
  });
}

/** A month in India. A message belongs to the month in which it was accepted. */
export type Month = {
  year: number;
  /**
   * From 1 to 12. The functions in this file also accept other numbers: 0 is December of the year before, 13 is January of the
   * next.
   */
  month: number;
};

/** Returns the month in India that contains a time. @param at in milliseconds since 1970 */
export function monthAt(at: number): Month {
  const date = new Date(at + indiaOffsetMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

/** The start of a month, in milliseconds since 1970. */
export const startOf = ({ year, month }: Month): number =>
  Date.UTC(year, month - 1) - indiaOffsetMs;

/** The month `count` months later. */
export const after = ({ year, month }: Month, count: number): Month =>
  monthAt(startOf({ year, month: month + count }));

/** The suffix of a month in names of tables, for example `2026_04`. */
export const suffixOf = ({ year, month }: Month): string =>
  `${year}_${String(month).padStart(2, '0')}`;

/** The suffix in a partition's name, for example `2026_04` or `first`. */
export const suffixIn = ({ table, name }: { table: string; name: string }): string =>
  name.slice(table.length + 1);

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
