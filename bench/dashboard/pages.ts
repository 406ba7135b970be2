import { paths } from '#app/paths.ts';
import type { Log } from './insert-messages.ts';
import type { Member } from './member.ts';

/** A user and their messages. */
export type Subject = Member & { log: Log };

/** A page that is measured. */
export type Page = {
  tab: 'Home' | 'Messages';
  what: string;
  path: (subject: Subject) => string;
};

/** Messages per page; every measured page is full. */
const pageSize = 25;

/** A day in the middle of the inserted period. */
const day = new Date(Date.now() - 12 * 24 * 3_600_000).toISOString().slice(0, 10);

export const pages: readonly Page[] = [
  { tab: 'Home', what: 'Home', path: () => paths.dashboard() },
  log('first page', () => ({})),
  log('by state', () => ({ state: 'undelivered' })),
  log('by number', (subject) => ({ number: subject.log.number })),
  log('by key', ({ keyIds }) => ({ key: keyIds[1] })),
  log('by day', () => ({ from: day, to: day })),
  log('from the middle on', (subject) => ({ after: subject.log.middle })),
];

function log(what: string, search: (subject: Subject) => Record<string, string>): Page {
  return {
    tab: 'Messages',
    what,
    path: (subject) => paths.messages(search(subject)),
  };
}

/** Opens a page. @returns how long it took in milliseconds, and what is wrong with it, or null */
export async function open({ tab, what, path }: Page, subject: Subject) {
  const began = performance.now();
  const { status, html } = await subject.open(path(subject));
  const ms = performance.now() - began;
  const { messages } = subject.log;
  const shown =
    tab === 'Home'
      ? html.includes(`>${messages.toLocaleString('en-IN')}<`)
      : html.split(/messages\/msg_\w+[?"]/).length - 1 === pageSize;
  const error =
    status === 200 && shown ? null : `${what} of ${messages}: wrong content, status ${status}`;
  return { ms, error };
}
