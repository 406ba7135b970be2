import { noteFailedRequest } from '#app/request-context.ts';

/** What came of a request: an answer for the page, or why there is none. */
export type Outcome =
  | { answer: Response }
  | { why: 'lost' | 'unreadable'; message?: string | undefined };

/** Sends a request for a page's data, and reads its answer to the end, so that no half of one passes. */
export async function readResponse(
  send: () => Promise<Response>,
  isForm: boolean,
): Promise<Outcome> {
  let response: Response;
  let text: string;
  try {
    response = await send();
    text = await response.text();
  } catch {
    return { why: 'lost' };
  }
  const { status, statusText, headers } = response;
  if (headers.get('x-remix-response') !== 'yes') {
    return { why: 'unreadable', message: messageOf(text) };
  }
  // Each line of an answer ends with a line feed.
  if (text !== '' && !text.endsWith('\n')) return { why: 'lost' };
  if (isForm && status >= 400) {
    const error = errorOf(text);
    // The page of an error would take the place of the form and of what is typed in it.
    if (error && (status >= 500 || error.message)) return { why: 'unreadable', ...error };
  }
  noteFailedRequest(status >= 500 ? headers.get('x-request-id') : null);
  return { answer: new Response(text === '' ? null : text, { status, statusText, headers }) };
}

/** The `message` of a body in JSON, which proxies and our API write alike. */
function messageOf(text: string): string | undefined {
  const { message } = (parse(text) ?? {}) as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : undefined;
}

/**
 * The error that an action threw, in turbo-stream, the format of Remix's answers: a list of values that refer
 * to each other by their places.
 *
 * @returns null if it is no error; `message` is what the response said that was thrown
 */
function errorOf(text: string): { message?: string | undefined } | null {
  const values = parse(text.slice(0, text.indexOf('\n')));
  if (!Array.isArray(values) || values[1] !== 'error') return null;
  const [type, place] = Array.isArray(values[2]) ? values[2] : [];
  const said = type === 'ErrorResponse' ? values[place] : undefined;
  return typeof said === 'string' && said !== '' ? { message: said } : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
