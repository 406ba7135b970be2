import { step } from '#scripts/stack/terminal.ts';
import { keyHeaders, signUp } from '#tests/harness/stack-clients.ts';
import { checkAccepted } from '../checks.ts';
import { isKannelInstalled, startBareServer, startKannel } from '../kannel.ts';
import { createSender, getEmpty, type LoadResult } from '../load.ts';
import { createProcessorClock, residentMiB } from '../processes.ts';
import { atLeast, median, percentile, type Report, type Row } from '../report.ts';
import { type Bench, type Dakiya, unlimited, withDakiya } from '../run.ts';

/** Number of the account's templates. One of them matches the messages of `createRequests`. */
const templateCount = 1_000;

const entityId = '1101172974420810001';
const fitting = 'Your order {#numeric#} has left our warehouse and arrives tomorrow.';

/**
 * Creates another account with a header and 1,000 templates. Each message of this account is compared with the templates.
 *
 * @returns the headers of a request with the account's key
 */
async function registerTemplates({ url, database: { query } }: Dakiya) {
  const { userId, createKey } = await signUp(url, 'templates');
  await query('INSERT INTO dlt_registries (user_id, templates) VALUES ($1, $2)', [
    userId,
    templateCount,
  ]);
  await query(
    `INSERT INTO dlt_entities (user_id, entity_id, name, created_at) VALUES ($1, $2, 'Acme', now())`,
    [userId, entityId],
  );
  await query(
    `INSERT INTO dlt_headers (user_id, header, entity_id, category, status, likeness, decided_at, created_at)
     VALUES ($1, 'ACMEIN', $2, 'service_implicit', 'approved', 'ACMEIN', now(), now())`,
    [userId, entityId],
  );
  await query(
    `INSERT INTO dlt_templates
       (user_id, template_id, entity_id, name, body, slots, category, kind, status, headers, created_at)
     SELECT $1, 1107160000000000000 + n, $2, 'Template ' || n,
       CASE n WHEN 1 THEN $4 ELSE replace($4, 'has left', 'of item ' || n || ' has left') END,
       '[]', 'service_implicit', 'text', 'approved', '{ACMEIN}', now()
     FROM generate_series(1, $3::int) AS n`,
    [userId, entityId, templateCount, fitting],
  );
  await query(
    `UPDATE dlt_registries SET characters =
       (SELECT sum(char_length(body)) FROM dlt_templates WHERE user_id = $1) WHERE user_id = $1`,
    [userId],
  );
  return keyHeaders(await createKey('Templates'));
}

const rounds = 5;

/** Number of requests per round; for batches, number of messages. Each takes about two seconds on two cores. */
const perRound = {
  bare: 25_000,
  empty: 8_000,
  single: 6_000,
  checked: 6_000,
  batch: 25_000,
  kannel: 6_000,
  inMemory: 12_000,
};

type Subject = keyof typeof perRound;

/**
 * Measures how fast messages are accepted, one per request and in batches, while no message is delivered.
 *
 * The rounds alternate, so that other work on the machine affects all of them equally. Further rounds measure an account with
 * 1,000 DLT templates, an empty call and a bare node:http server (the upper limits), and Kannel if it is installed.
 * No worker runs.
 */
export function accept(bench: Bench): Promise<Report> {
  return withDakiya(bench, unlimited, async (dakiya) => {
    const started = residentMiB(dakiya.pids.web);
    const bare = await startBareServer();
    const receipts = { databaseUrl: dakiya.settings.DATABASE_URL, callbackUrl: bare.url };
    const kannel = isKannelInstalled() ? await startKannel(receipts) : null;
    const inMemory = isKannelInstalled() ? await startKannel(null) : null;
    const sender = createSender(dakiya);
    const checked = sender.as(await registerTemplates(dakiya));
    const load: Partial<Record<Subject, (count: number) => Promise<LoadResult>>> = {
      bare: (count) => getEmpty(bare.url, count),
      empty: (count) => getEmpty(`${dakiya.url}/healthz`, count),
      ...{ single: sender.singles, checked: checked.singles, batch: sender.batches },
      ...(kannel && { kannel: (count) => getEmpty(kannel.sendUrl, count) }),
      ...(inMemory && { inMemory: (count) => getEmpty(inMemory.sendUrl, count) }),
    };
    const clocks: Partial<Record<Subject, ReturnType<typeof createProcessorClock>>> = {
      single: createProcessorClock(dakiya.pids),
      checked: createProcessorClock(dakiya.pids),
      batch: createProcessorClock(dakiya.pids),
    };
    // The warm-up is not counted, because the JIT compiler must optimise the code first.
    const warmUp = await step('Warming up', async () => {
      const all: LoadResult[] = [];
      for (const [name, send] of entries(load)) all.push(await send(perRound[name] / 2));
      return all;
    });
    const results = new Map(entries(load).map(([name]) => [name, [] as LoadResult[]]));
    for (let i = 1; i <= rounds; i++) {
      await step(`Accepting, round ${i} of ${rounds}`, async () => {
        for (const [name, send] of entries(load)) {
          const work = () => send(perRound[name]);
          results.get(name)?.push(await (clocks[name]?.measure(work) ?? work()));
        }
      });
    }
    await kannel?.stop();
    await inMemory?.stop();
    await bare.stop();
    const { messages } = sender.totals;
    return {
      rows: toRows(results),
      memory: [
        { when: 'just started', web: started },
        {
          when: `after accepting ${messages}`,
          web: residentMiB(dakiya.pids.web),
          wanted: { web: 300 },
        },
      ],
      processorTime: [
        ...(clocks.single?.result('accepted, one per request') ?? []),
        ...(clocks.checked?.result(`the same with ${templateCount} DLT templates`) ?? []),
        ...(clocks.batch?.result('accepted, 100 per request') ?? []),
      ],
      errors: [
        ...new Set([...warmUp, ...[...results.values()].flat()].flatMap(({ errors }) => errors)),
        ...(await checkAccepted(dakiya, { ...sender.totals, errors: [] })),
      ],
    };
  });
}

const entries = <T>(record: Partial<Record<Subject, T>>) =>
  Object.entries(record) as [Subject, T][];

function toRows(results: Map<Subject, LoadResult[]>): Row[] {
  const measure = (subject: Subject) => {
    const counted = results.get(subject) ?? [];
    const latencies = counted.flatMap((result) => result.latencies);
    return {
      perSecond: median(
        counted.map(({ accepted, requests, seconds }) => (accepted || requests) / seconds),
      ),
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
    };
  };
  const [single, checked, batch] = [measure('single'), measure('checked'), measure('batch')];
  const rowIf = (subject: Subject, what: string, target: (perSecond: number) => Row['target']) => {
    const measured = measure(subject);
    return results.has(subject) ? [{ what, ...measured, target: target(measured.perSecond) }] : [];
  };
  const beside = (share: number) => (of: number) =>
    atLeast(share, single.perSecond, of, `one per request ≥ ${share.toFixed(2)} of it`);
  return [
    ...rowIf('bare', 'limit: bare node:http', beside(0.05)),
    ...rowIf('kannel', 'peer: Kannel, one per request', beside(3)),
    ...rowIf('inMemory', 'peer: Kannel in memory, without receipts', (of) =>
      atLeast(1.5, batch.perSecond, of, '100 per request ≥ 1.50 of it'),
    ),
    // Accepting a message consists of the steps of an empty request, plus PostgreSQL's work. So if empty requests
    // become faster, accepting messages is a smaller share of their speed, although it did not become slower.
    ...rowIf('empty', 'limit: empty call', beside(0.4)),
    { what: 'messages accepted, one per request', ...single },
    {
      what: `the same, compared with ${templateCount} DLT templates`,
      ...checked,
      target: atLeast(0.9, checked.perSecond, single.perSecond, '≥ 0.90 of it without'),
    },
    {
      what: 'messages accepted, 100 per request',
      ...batch,
      target: atLeast(1, batch.perSecond, 10_000, '≥ 1.00 of 10,000/s'),
    },
  ];
}
