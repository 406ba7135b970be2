import { lastDays } from '#domain/shared/india-days.ts';
import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { medianOf } from './buckets.ts';
import { type Figures, shownDays } from './contract.ts';
import { figuresName, figuresSql } from './figures-sql.ts';
import { type SumRow, toCounts } from './to-counts.ts';

/** What became of a user's messages and OTPs on each of the last days, India's today included. */
export async function figuresOf(userId: string): Promise<Figures> {
  const days = lastDays(clock.now(), shownDays);
  const rows = await query<SumRow>(figuresName, figuresSql, [userId, days[0], days.at(-1)]);
  const ofAll = rows.filter(({ day }) => day === null);
  return {
    days: days.map((day) => ({ day, ...toCounts(rows.filter((row) => row.day === day)) })),
    total: toCounts(ofAll),
    medianMs: medianOf(ofAll.filter(({ what }) => what === 'delivered')),
  };
}
