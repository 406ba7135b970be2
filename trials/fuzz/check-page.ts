import { checkAnyResponse } from './check-any-response.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { FuzzResponse } from './send.ts';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Content types of responses other than pages. */
const otherTypes = [
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
 * Creates a check of a browser's responses: a complete page or one of `otherTypes`, never the error page
 * of an unexpected error, and no redirect to another site.
 *
 * @param hasNoId whether responses have no request id, as those of the health checks
 * @param openToAll whether other sites may submit the form
 */
export function createPageCheck({ openToAll = false, hasNoId = false } = {}) {
  return (response: FuzzResponse, request: FuzzRequest): string | null => {
    const problem = checkAnyResponse(hasNoId ? { ...response, requestId: 'none' } : response);
    if (problem) return problem;
    const { status, type, text, location } = response;
    if (isFromAnotherSite(request) && !openToAll && status !== 403)
      return `a form from another site got ${status} instead of 403`;
    if (location !== null && !/^\/(?![/\\])/.test(location)) return `it redirects to ${location}`;
    if (request.method === 'HEAD' || status === 431) return null;
    if (type !== 'text/html')
      return otherTypes.includes(type) ? null : `the response's type is ${type}`;
    if (!/^<!DOCTYPE html>/i.test(text) || !text.endsWith('</body></html>'))
      return 'the page is incomplete';
    if (/<title>Something went wrong/.test(text)) return 'it is the page of an unexpected error';
    if (/<script>alert\(1\)|<img src=x/.test(text))
      return 'the page contains the request’s HTML unescaped';
    return null;
  };
}

const isFromAnotherSite = ({ method, headers }: FuzzRequest) =>
  !safeMethods.includes(method) &&
  headers.some(([name, value]) => name === 'origin' && value !== '«origin»');
