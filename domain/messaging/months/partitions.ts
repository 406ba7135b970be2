import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query, type SqlClient } from '#platform/db.ts';
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
