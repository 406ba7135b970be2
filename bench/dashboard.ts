import { loadavg } from 'node:os';
import { paths } from '#app/paths.ts';
import { printLine, step } from '#scripts/stack/terminal.ts';
import { shuffled } from '#tests/support/random.ts';
import { measureConsole } from './console.ts';
import { backfillStats, insertMessages, type Log, type Member, signUpMember } from './fill.ts';
import { createProcessorClock } from './processes.ts';
import { aligned, comparison, median, milliseconds, type PageComparison } from './report.ts';
import { type Dakiya, run, unlimited, withDakiya } from './run.ts';

/** A user and their messages. */
type Subject = Member & { log: Log };

const tabs = ['Home', 'Messages', 'Analytics'] as const;

/** A page that is measured. */
type Page = {
  tab: (typeof tabs)[number];
  what: string;
  path: (subject: Subject) => string;
};

/** Messages per page; every measured page is full. */
const pageSize = 25;

/** A day in the middle of the period over which the inserted messages are spread. */
const day = new Date(Date.now() - 12 * 24 * 3_600_000).toISOString().slice(0, 10);

export const pages: readonly Page[] = [
  { tab: 'Home', what: 'Home', path: () => paths.dashboard() },
  log('first page', () => ({})),
  log('by state', () => ({ state: 'undelivered' })),
  log('by number', (subject) => ({ number: subject.log.number })),
  log('by key', ({ keyIds }) => ({ key: keyIds[1] })),
  log('by day', () => ({ from: day, to: day })),
  log('from the middle on', (subject) => ({ after: subject.log.middle })),
  ...['24h', '7d', '30d', '90d'].map(
    (range): Page => ({
      tab: 'Analytics',
      what: range,
      path: () => paths.dashboard('analytics', { range }),
    }),
  ),
];

function log(what: string, search: (subject: Subject) => Record<string, string>): Page {
  return { tab: 'Messages', what, path: (subject) => paths.messages(search(subject)) };
}

/**
 * Opens a page.
 *
 * @returns the duration in milliseconds, and the page's error or null
 */
async function open({ tab, what, path }: Page, subject: Subject) {
  const began = performance.now();
  const { status, html } = await subject.open(path(subject));
  const ms = performance.now() - began;
  const { messages } = subject.log;
  const shown = {
    // Home shows only shares, and these are not known in advance.
    Home: html.includes('Delivery p95') && html.includes('Why messages failed'),
    Messages: html.split(/messages\/msg_\w+[?"]/).length - 1 === pageSize,
    // The number of messages is not checked, because shorter periods contain only some of the messages.
    Analytics: html.includes('Time to delivery') && !html.includes('Nothing was delivered'),
  }[tab];
  const error =
    status === 200 && shown ? null : `${what} of ${messages}: wrong content, status ${status}`;
  return { ms, error };
}

/**
 * Opens each page many times as each of two users. The pages of a round are opened one after the other, in a new random
 * order, so that other work on the machine affects all pages equally.
 *
 * @param times the number of counted rounds; `warmUp` further rounds come first, so that the JIT compiler can optimise the
 *   code
 * @returns the median time of each page for each user, and the errors found in pages
 */
export async function interleavePages(
  pages: readonly Page[],
  subjects: { few: Subject; many: Subject },
  { warmUp, rounds }: { warmUp: number; rounds: number },
): Promise<{ times: (PageComparison & Pick<Page, 'tab'>)[]; errors: string[] }> {
  const errors = new Set<string>();
  const measured = pages.map((page) => ({ page, few: [] as number[], many: [] as number[] }));
  for (let round = -warmUp; round < rounds; round++) {
    for (const one of shuffled(measured, Math.random())) {
      for (const who of shuffled(['few', 'many'] as const, Math.random())) {
        const { ms, error } = await open(one.page, subjects[who]);
        if (error) errors.add(error);
        if (round >= 0) one[who].push(ms);
      }
    }
  }
  const times = measured.map(({ page: { tab, what }, few, many }) => ({
    tab,
    what,
    few: median(few),
    many: median(many),
  }));
  return { times, errors: [...errors] };
}

/** Pages whose processor time is measured. The public pages are opened without a session. */
const costly: { path: string; isPublic?: boolean }[] = [
  { path: paths.home, isPublic: true },
  { path: paths.login, isPublic: true },
  { path: paths.dashboard() },
  { path: paths.messages({}) },
  { path: paths.dashboard('analytics', { range: '30d' }) },
];

/** Opens each page `times` times, two at once. @returns a table of the processor time of one page */
async function measureProcessorTime(
  { url, pids }: Dakiya,
  member: Member,
  times: number,
): Promise<string> {
  const lines: string[][] = [['processor time in ms', 'web', 'PostgreSQL']];
  for (const { path, isPublic } of costly) {
    const openOnce = async () => {
      if (!isPublic) return await member.open(path);
      const response = await fetch(`${url}${path}`);
      return { status: response.status, html: await response.text() };
    };
    const openMany = async () => {
      for (let i = 0; i < times; i += 2) await Promise.all([openOnce(), openOnce()]);
      return { accepted: times };
    };
    await openMany();
    const clock = createProcessorClock(pids);
    await clock.measure(openMany);
    const ms = clock.result(path)[0]?.ms;
    lines.push([path, ...[ms?.web, ms?.PostgreSQL].map((each) => milliseconds.format(each ?? 0))]);
  }
  return aligned(lines, [1, 2]);
}

/** The number of messages of the two users. */
const sizes = { few: 1_000, many: 1_000_000 };

const rounds = 200;

/**
 * Measures how long the dashboard's pages Home, Messages and Analytics take for a user with few messages and for a user with
 * many, and prints how the times compare. Then measures the pages of the operator's console.
 */
export function runDashboardBench(): void {
  run((bench) =>
    withDakiya(bench, unlimited, async (dakiya) => {
      const few = await createMember(dakiya, 'few', sizes.few);
      const many = await createMember(dakiya, 'many', sizes.many);
      await step('Calculating daily statistics and running VACUUM ANALYZE', () =>
        backfillStats(dakiya),
      );
      const { times, errors } = await step(`Opening each page ${rounds} times`, () =>
        interleavePages(pages, { few, many }, { warmUp: 20, rounds }),
      );
      for (const title of tabs) {
        const lines = times.filter(({ tab }) => tab === title);
        printLine(`\n${comparison(title, sizes, lines)}`);
      }
      const cost = await step('Measuring processor time', () =>
        measureProcessorTime(dakiya, many, rounds),
      );
      printLine(`\n${cost}`);
      const ofConsole = await measureConsole(dakiya, many, many.log.middle);
      printLine(`\n  The machine's load was ${loadavg()[0]?.toFixed(1)}.\n`);
      return [...errors, ...ofConsole];
    }),
  );
}

/** Measures only the pages of the operator's console, in an installation with a million messages. */
export function runConsoleBench(): void {
  run((bench) =>
    withDakiya(bench, unlimited, async (dakiya) => {
      const many = await createMember(dakiya, 'many', sizes.many);
      await step('Calculating daily statistics and running VACUUM ANALYZE', () =>
        backfillStats(dakiya),
      );
      const errors = await measureConsole(dakiya, many, many.log.middle);
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
