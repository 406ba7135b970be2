import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Methods that a Fetch request cannot have (https://fetch.spec.whatwg.org/#forbidden-method); Node
 * accepts TRACE.
 */
const forbidden = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Rejects methods that no page supports, before a Fetch request is built. */
export function rejectMethods(
  { method = '' }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  if (!forbidden.has(method)) {
    next();
    return;
  }
  response.writeHead(405, {
    allow: 'GET, HEAD, POST',
    'content-type': 'text/plain; charset=utf-8',
  });
  response.end('Pages take GET, HEAD and POST.\n');
}
