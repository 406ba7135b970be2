import { noteFailedRequest } from '#app/request-context.ts';

/** The outcome of a request: a response for the page, or the reason why there is none. */
export type Outcome =
  | { answer: Response }
  | { why: 'lost' | 'unreadable'; message?: string | undefined };

/**
 * Sends a request for a page's data and reads the whole response, so that a truncated one counts as lost.
 */
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
  // Every line of a turbo-stream response ends with a line feed.
  if (text !== '' && !text.endsWith('\n')) return { why: 'lost' };
  if (isForm && status >= 400) {
    const error = errorOf(text);
    // Remix would replace the form, and what is typed in it, with the error page.
    if (error && (status >= 500 || error.message)) return { why: 'unreadable', ...error };
  }
  noteFailedRequest(status >= 500 ? headers.get('x-request-id') : null);
  return { answer: new Response(text === '' ? null : text, { status, statusText, headers }) };
}

/** The `message` of a JSON body; proxies and our API both use that name. */
function messageOf(text: string): string | undefined {
  const { message } = (parse(text) ?? {}) as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : undefined;
}

/**
 * The error that an action threw. Remix responds in turbo-stream: a JSON list of values that refer to each
 * other by index.
 *
 * @returns null if the response is not an error; `message` is the text of the thrown response
 */
function errorOf(text: string): { message?: string | undefined } | null {
  const values = parse(text.slice(0, text.indexOf('\n')));
  if (!Array.isArray(values) || values[1] !== 'error') return null;
  const [type, place] = Array.isArray(values[2]) ? values[2] : [];
  const message = type === 'ErrorResponse' ? values[place] : undefined;
  return typeof message === 'string' && message !== '' ? { message } : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
