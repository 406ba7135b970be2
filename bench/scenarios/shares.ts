import { step } from '#scripts/stack/terminal.ts';
import { batchSize, sendBatches } from '../calls.ts';
import { checkDelivered } from '../checks.ts';
import { atLeast, atMost, type Report } from '../report.ts';
import { createRequests } from '../requests.ts';
import { createRunTotals } from '../run-totals.ts';
import { submitted, untilDelivered, untilSubmitted } from '../settle.ts';
import { type Bench, type Dakiya, withDakiya } from '../stack/dakiya.ts';
import { keyHeaders, signUp } from '../stack/sign-up.ts';

const accounts = 20;

/** Messages of the account with the fewest, and how many more each next one has. */
const fewest = 1_000;
const more = 500;

/** The demo's. */
const carrier = { window: 50, rate: 500 };

/** How long all accounts have messages left, and the span in which each shall have its share, in seconds. */
const measuredSeconds = 30;
const spanSeconds = 10;

/**
 * Counts what a carrier takes from each of twenty accounts, all on one plan, whose backlogs are of very different size: the
 * least and the most that one of them gets in any ten seconds.
 */
export function shares(bench: Bench): Promise<Report> {
  return withDakiya(bench, carrier, async (dakiya) => {
    const totals = createRunTotals();
    const requests = createRequests();
    await step(`Queueing messages of ${accounts} accounts`, async () => {
      for (let i = 0; i < accounts; i += 1) {
        const { createKey } = await signUp(dakiya.url, `share-${i}`);
        const one = { ...dakiya, headers: keyHeaders(await createKey('Share')) };
        totals.add(await sendBatches(one, requests, (fewest + i * more) / batchSize));
      }
    });
    const slow = await dakiya.startWorker();
    const wanted = (await submitted(dakiya)) + measuredSeconds * carrier.rate;
    await step(`Sending for ${measuredSeconds} s`, () => untilSubmitted(dakiya, wanted));
    const counted = await countSpans(dakiya);
    await slow.stop();
    // The rest must be delivered too; a higher rate shortens it.
    await dakiya.startWorker({ SMPP_RATE: '100000' });
    await step('Delivering the rest', () => untilDelivered(dakiya, totals.messages));
    const what = (which: string) =>
      `${which} share of ${accounts} accounts with ${fewest} to ${fewest + (accounts - 1) * more} messages`;
    return {
      rows: [
        {
          what: what('least'),
          perSecond: counted.least / spanSeconds,
          target: atLeast(0.9, counted.least, counted.fair, `≥ 0.90 in any ${spanSeconds} s`),
        },
        {
          what: what('largest'),
          perSecond: counted.most / spanSeconds,
          target: atMost(1.1, counted.most, counted.fair, `≤ 1.10 in any ${spanSeconds} s`),
        },
      ],
      memory: [],
      errors: [...totals.errors, ...(await checkDelivered(dakiya, totals))],
    };
  });
}

/**
 * By second, from the first full one on, what each account's messages were taken in it and in the nine before.
 * The accounts' fair share is the mean of the same span.
 */
const spans = `
  WITH taken AS (
    SELECT m.user_id, floor(extract(epoch FROM p.submitted_at))::bigint AS second, count(*)::int AS count
    FROM message_parts AS p JOIN messages AS m ON m.id = p.message_id WHERE p.submitted_at IS NOT NULL
    GROUP BY 1, 2
  ),
  seconds AS (SELECT generate_series(min(second) + 1, max(second) - 1) AS second FROM taken),
  each AS (
    SELECT second, user_id, coalesce(count, 0) AS count
    FROM seconds CROSS JOIN (SELECT DISTINCT user_id FROM taken) AS account LEFT JOIN taken USING (second, user_id)
  ),
  sums AS (
    SELECT second, sum(count) OVER w AS share, count(*) OVER w AS seconds FROM each
    WINDOW w AS (PARTITION BY user_id ORDER BY second ROWS ${spanSeconds - 1} PRECEDING)
  ),
  whole AS (
    SELECT share, avg(share) OVER (PARTITION BY second) AS fair FROM sums WHERE seconds = ${spanSeconds}
  )
  SELECT min(share / fair)::float8 AS least, max(share / fair)::float8 AS most, avg(fair)::float8 AS fair FROM whole`;

/** @returns messages in a span: the fair share, and the least and the most relative to that of the same span */
async function countSpans({ database }: Dakiya) {
  const [row] = await database.query<{ least: number; most: number; fair: number }>(spans);
  if (!row) throw new Error('nothing was sent');
  const { least, most, fair } = row;
  return { fair, least: least * fair, most: most * fair };
}
