import { printLine, step } from '#scripts/stack/terminal.ts';
import { backfillStats } from '../dashboard/backfill-stats.ts';
import { insertMessages } from '../dashboard/insert-messages.ts';
import { interleavePages } from '../dashboard/interleave-pages.ts';
import { signUpMember } from '../dashboard/member.ts';
import { pages } from '../dashboard/pages.ts';
import { run } from '../run.ts';
import { type Dakiya, withDakiya } from '../stack/dakiya.ts';
import { comparison, measurements } from '../table.ts';
import { insertParts } from './insert-parts.ts';
import { makePastMonths } from './make-past-months.ts';
import { measureSends } from './measure-sends.ts';

/** The size to compare with. */
const few = 10_000;

/** In so many months the many have gathered; the few are of the last days. */
const months = 12;

/** The demo's window, and a rate that is never reached. */
const carrier = { window: 50, rate: 100_000 };

const pageRounds = 100;

/**
 * Compares an installation that has very many messages with one that has few: pages of the message log, accepting, and
 * delivering. The many are of twelve months, a table each. Both run all the time, and are measured in turns.
 *
 * @param many messages of the larger one
 */
export function runRowsBench(many: number): void {
  run((bench) =>
    withDakiya(bench, carrier, (small) =>
      withDakiya(bench, carrier, async (large) => {
        const members = {
          few: await fill(small, few),
          many: await makePastMonths(large, months).then(() => fill(large, many, months * 30)),
        };
        const log = pages.filter(({ tab }) => tab === 'Messages');
        const { times, errors } = await step(`Opening each page ${pageRounds} times`, () =>
          interleavePages(log, members, pageRounds),
        );
        const sends = await measureSends({ few: small, many: large });
        printLine(`\n${comparison('Messages', { few, many }, times)}`);
        printLine(`\n${measurements(sends.rows)}`);
        printLine(`\n  The database has ${await sizeOf(large)}.\n`);
        return [...errors, ...sends.errors];
      }),
    ),
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
