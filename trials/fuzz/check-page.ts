import { checkAnyResponse } from './check-any-response.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { Answer } from './send.ts';

const safe = ['GET', 'HEAD', 'OPTIONS'];

/** Types of answers that are no pages. */
const others = [
  ...[
    'text/plain',
    'text/csv',
    'text/x-script',
    'application/pdf',
    'application/json',
    'application/xml',
  ],
  ...['image/webp', 'text/event-stream', ''],
];

/**
 * Judges what a browser gets: a whole page, or one of the few other things; never the page of an error of
 * ours, and no way to another site.
 *
 * @param hasNoId whether it is answered without an id, as what is asked for every second is
 * @param openToAll whether forms of other sites may be sent there
 */
export function createPageCheck({ openToAll = false, hasNoId = false } = {}) {
  return (answer: Answer, shot: FuzzRequest): string | null => {
    const fault = checkAnyResponse(hasNoId ? { ...answer, requestId: 'none' } : answer);
    if (fault) return fault;
    const { status, type, text, location } = answer;
    if (isForeign(shot) && !openToAll && status !== 403)
      return `a form of another site was answered ${status}`;
    if (location !== null && !/^\/(?![/\\])/.test(location)) return `it leads to ${location}`;
    if (shot.method === 'HEAD' || status === 431) return null;
    if (type !== 'text/html') return others.includes(type) ? null : `the answer's type is ${type}`;
    if (!/^<!DOCTYPE html>/i.test(text) || !text.endsWith('</body></html>'))
      return 'the page is not whole';
    if (/<title>Something went wrong/.test(text)) return 'it shows the page of an error of ours';
    if (/<script>alert\(1\)|<img src=x/.test(text)) return 'what was sent is part of the page';
    return null;
  };
}

const isForeign = ({ method, headers }: FuzzRequest) =>
  !safe.includes(method) &&
  headers.some(([name, value]) => name === 'origin' && value !== '«origin»');
