import { printLine, step } from '#scripts/stack/terminal.ts';
import { backfillStats } from '../dashboard/backfill-stats.ts';
import { insertMessages } from '../dashboard/insert-messages.ts';
import { interleavePages } from '../dashboard/interleave-pages.ts';
import { signUpMember } from '../dashboard/member.ts';
import { pages } from '../dashboard/pages.ts';
import { run } from '../run.ts';
import { type Bench, type Dakiya, withDakiya } from '../stack/dakiya.ts';
import { comparison, measurements } from '../table.ts';
import { insertParts } from './insert-parts.ts';
import { makePastMonths } from './make-past-months.ts';
import { measureSends, type SendSizes } from './measure-sends.ts';

/** How much is measured; the tests measure less. */
export type RowsSizes = {
  /** The messages to compare with. */
  few: number;
  /** In so many months the many have gathered; the few are of the last days. */
  months: number;
  pages: { warmUp: number; rounds: number };
  sends: SendSizes;
};

const sizes: RowsSizes = {
  few: 10_000,
  months: 12,
  pages: { warmUp: 20, rounds: 100 },
  sends: { rounds: 5, singles: 2_000, delivered: 5_000 },
};

/** The demo's window, and a rate that is never reached. */
const carrier = { window: 50, rate: 100_000 };

/** @param many messages of the larger installation */
export function runRowsBench(many: number): void {
  run(async (bench) => {
    const { tables, errors } = await compareRows(bench, many, sizes);
    for (const table of tables) printLine(`\n${table}`);
    printLine();
    return errors;
  });
}

/**
 * Compares an installation that has very many messages with one that has few: pages of the message log, accepting, and
 * delivering. The many are of several months, a table each. Both run all the time, and are measured in turns.
 *
 * @param many messages of the larger one
 */
export function compareRows(
  bench: Bench,
  many: number,
  { few, months, pages: opened, sends }: RowsSizes,
) {
  return withDakiya(bench, carrier, (small) =>
    withDakiya(bench, carrier, async (large) => {
      const members = {
        few: await fill(small, few),
        many: await makePastMonths(large, months).then(() => fill(large, many, months * 30)),
      };
      const log = pages.filter(({ tab }) => tab === 'Messages');
      const { times, errors } = await step(`Opening each page ${opened.rounds} times`, () =>
        interleavePages(log, members, opened),
      );
      const sent = await measureSends({ few: small, many: large }, sends);
      return {
        tables: [
          comparison('Messages', { few, many }, times),
          measurements(sent.rows),
          `  The database has ${await sizeOf(large)}.`,
        ],
        errors: [...errors, ...sent.errors],
      };
    }),
  );
}

/** Inserts messages of one account, which are all over, as they are after months. */
function fill(dakiya: Dakiya, messages: number, days?: number) {
  return step(`Inserting ${messages.toLocaleString('en')} messages`, async () => {
    const member = await signUpMember(dakiya, 'member');
    const log = await insertMessages(dakiya, member, messages, days);
    await insertParts(dakiya, member);
    await backfillStats(dakiya);
    return { ...member, log };
  });
}

async function sizeOf({ database }: Dakiya): Promise<string> {
  const [row] = await database.query<{ size: string }>(
    'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
  );
  return row?.size ?? '';
}
