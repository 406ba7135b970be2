import type { IncomingMessage, ServerResponse } from 'node:http';

/** Methods of which Fetch makes no request (https://fetch.spec.whatwg.org/#forbidden-method); Node lets TRACE in. */
const forbidden = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Answers what no page can be asked by. What comes after it makes a Fetch request of everything. */
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
