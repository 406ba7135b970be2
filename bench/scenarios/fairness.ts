import { step } from '#scripts/stack/terminal.ts';
import { batchSize, sendBatches, sendCodes } from '../calls.ts';
import { checkDelivered } from '../checks.ts';
import { atMost, type Report } from '../report.ts';
import { createRequests } from '../requests.ts';
import { createRunTotals } from '../run-totals.ts';
import { sendTimed } from '../send-timed.ts';
import { submitted, untilDelivered, untilSubmitted } from '../settle.ts';
import { type Bench, withDakiya } from '../stack/dakiya.ts';
import { keyHeaders, signUp } from '../stack/sign-up.ts';
import { percentile } from '../statistics.ts';

/** Messages of one account that wait while another sends single ones. */
const backlog = 100_000;

/** Codes of one account that wait while another sends some: they last for 20 s, and those of the other are sent in 14. */
const codeBacklog = 1_000;
const measuredCodes = 50;

/** Single messages, both idle and with the backlog, and before each measurement. */
const measured = 100;
const warmUp = 20;

/** Well below the account's share of the carrier's rate: what it sends beyond that waits for its own messages. */
const perSecond = 5;

/** A slow carrier, so that the backlog would take half an hour. */
const carrier = { window: 50, rate: 50 };

/**
 * Measures how long a single message of one account takes from the request to the handset: alone, and behind the
 * backlog of another account; and a code behind codes.
 */
export function fairness(bench: Bench): Promise<Report> {
  return withDakiya(bench, carrier, async (dakiya) => {
    const totals = createRunTotals();
    const requests = createRequests();
    const { createKey } = await signUp(dakiya.url, 'single');
    const single = { ...dakiya, headers: keyHeaders(await createKey('Single')) };
    const measure = async (when: string) => {
      totals.add(await sendTimed(single, requests, 'message', warmUp, perSecond));
      const { latencies } = await step(`Sending ${measured} single messages, ${when}`, async () =>
        totals.add(await sendTimed(single, requests, 'message', measured, perSecond)),
      );
      return latencies;
    };

    const measureCodes = async (when: string) => {
      totals.add(await sendTimed(single, requests, 'code', warmUp, perSecond));
      const { latencies } = await step(`Sending ${measuredCodes} codes, ${when}`, async () =>
        totals.add(await sendTimed(single, requests, 'code', measuredCodes, perSecond)),
      );
      return latencies;
    };

    const slow = await dakiya.startWorker();
    const idleCodes = await measureCodes('idle');
    totals.add(await sendCodes(dakiya, requests, codeBacklog));
    const loadedCodes = await measureCodes(`${codeBacklog} of another account queued`);
    await step('Sending the rest of the codes', () => untilSubmitted(dakiya, totals.messages));
    const idle = await measure('idle');
    await step(`Queueing ${backlog} messages of another account`, async () =>
      totals.add(await sendBatches(dakiya, requests, backlog / batchSize)),
    );
    await untilSubmitted(dakiya, (await submitted(dakiya)) + 100);
    const loaded = await measure(`${backlog} of another account queued`);
    await slow.stop();
    // The rest of the backlog must be delivered too; a higher rate shortens it.
    await dakiya.startWorker({ SMPP_RATE: '100000' });
    await step('Delivering the rest', () => untilDelivered(dakiya, totals.messages));

    const row = (what: string, times: number[]) => ({
      what,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
    });
    const quiet = row('message to the handset, idle, 50/s', idle);
    const busy = row(`the same behind ${backlog} of another account`, loaded);
    const quietCode = row('code to the handset, idle, 50/s', idleCodes);
    const busyCode = row(`the same behind ${codeBacklog} codes of another account`, loadedCodes);
    return {
      rows: [
        quietCode,
        {
          ...busyCode,
          target: atMost(2, busyCode.p50, quietCode.p50, '≤ 2.00 of the idle p50'),
        },
        quiet,
        { ...busy, target: atMost(2, busy.p50, quiet.p50, '≤ 2.00 of the idle p50') },
      ],
      memory: [],
      errors: [...totals.errors, ...(await checkDelivered(dakiya, totals))],
    };
  });
}
