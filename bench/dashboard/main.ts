import { loadavg } from 'node:os';
import { printLine, step } from '#scripts/stack/terminal.ts';
import { run } from '../run.ts';
import { type Dakiya, withDakiya } from '../stack/dakiya.ts';
import { comparison } from '../table.ts';
import { backfillStats } from './backfill-stats.ts';
import { insertMessages } from './insert-messages.ts';
import { interleavePages } from './interleave-pages.ts';
import { signUpMember } from './member.ts';
import { pages } from './pages.ts';

/** Messages of the two users. */
const sizes = { few: 1_000, many: 1_000_000 };

const rounds = 200;

/** Not used: no worker runs. */
const carrier = { window: 50, rate: 1_000 };

/**
 * Measures the dashboard's Home and Messages for a user with few messages and for one with many, and
 * prints how the times compare.
 */
export function runDashboardBench(): void {
  run((bench) =>
    withDakiya(bench, carrier, async (dakiya) => {
      const few = await createMember(dakiya, 'few', sizes.few);
      const many = await createMember(dakiya, 'many', sizes.many);
      await step('Calculating daily statistics and running VACUUM ANALYZE', () =>
        backfillStats(dakiya),
      );
      const { times, errors } = await step(`Opening each page ${rounds} times`, () =>
        interleavePages(pages, { few, many }, { warmUp: 20, rounds }),
      );
      printLine(
        `\n${comparison(
          'Home',
          sizes,
          times.filter(({ tab }) => tab === 'Home'),
        )}`,
      );
      printLine(
        `\n${comparison(
          'Messages',
          sizes,
          times.filter(({ tab }) => tab === 'Messages'),
        )}`,
      );
      printLine(`\n  The machine's load was ${loadavg()[0]?.toFixed(1)}.\n`);
      return errors;
    }),
  );
}

/** Creates a signed-in user with this many messages of the last 30 days. */
function createMember(dakiya: Dakiya, name: string, messages: number) {
  return step(`Inserting ${messages.toLocaleString('en')} messages`, async () => {
    const member = await signUpMember(dakiya, name);
    return { ...member, log: await insertMessages(dakiya, member, messages) };
  });
}
