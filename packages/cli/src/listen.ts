import { createHmac } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandError, exitCodes, formatTime, note, paint, print } from './output.ts';
import type { Context, Profile } from './profiles.ts';

/** An event as the server streams it. `body` is null if the subject of the event was deleted. */
type Listened = { _id: string; type: string; timestamp: string; body: string | null };

type ListenOptions = {
  forwardTo?: URL;
  events?: string[];
  headers: Record<string, string>;
  printSecret?: boolean;
  count?: number;
};

/** The server sends a comment every 15 s, so a longer silence is a lost connection. In milliseconds. */
const silenceMs = 45_000;
const mostDelayMs = 30_000;
/** The longest time for a response of the local program, in milliseconds; endpoints of the server have as long. */
const forwardMs = 10_000;
/** How many ids are kept to recognize events that the server sends again after a reconnect. */
const maxSeen = 5_000;

/**
 * The secret that signs forwarded events, `whsec_…`. It is derived from the API key, so that it is the same at each start without
 * being stored. The key cannot be computed from it.
 */
const secretOf = ({ apiKey }: Profile): string =>
  `whsec_${createHmac('sha256', apiKey).update('dakiya webhooks listen').digest('base64')}`;

function parseUrl(text: string): URL {
  const address = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  if (URL.canParse(address)) return new URL(address);
  throw new InvalidArgumentError('It must be an address such as localhost:3001/hook.');
}

function parseHeader(text: string, headers: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([\w-]+): *(.*)$/.exec(text) ?? [];
  if (name && value !== undefined) return { ...headers, [name.toLowerCase()]: value };
  throw new InvalidArgumentError('It must have the form "Name: value".');
}

const parseTypes = (text: string): string[] => text.split(',').map((type) => type.trim());

/** Whether the user wants a type: `message.delivered`, or `message.*` for all of a kind. */
const fits = (type: string, wanted: string[] | undefined): boolean =>
  !wanted ||
  wanted.some((one) => one === type || (one.endsWith('*') && type.startsWith(one.slice(0, -1))));

/** `webhooks listen`. */
export function addListenCommand(webhooks: Command, { isJson, profile }: Context): void {
  webhooks
    .command('listen')
    .description(
      'Shows the events of the account as they occur, and forwards them to a program on this machine.',
    )
    .option('--forward-to <url>', 'where to post the events, such as localhost:3001/hook', parseUrl)
    .option('--events <types>', 'only these types: message.delivered,otp.*', parseTypes)
    .option('--headers <header>', '"Name: value" for the posts; may be repeated', parseHeader, {})
    .option('--print-secret', 'prints the secret that signs the posts, and ends')
    .option('--count <events>', 'ends after this many events', Number)
    .addHelpText(
      'after',
      `
Example:
  $ dakiya webhooks listen --forward-to localhost:3001/hook --events 'message.*'

Needs the scope webhooks. The texts of messages are left out. The secret stays the same until the API key changes.`,
    )
    .action(async ({ forwardTo, events, headers, printSecret, count }: ListenOptions) => {
      const used = await profile();
      const secret = secretOf(used);
      if (printSecret) {
        print(secret);
        return;
      }
      note(`Listening at ${used.url}, until Ctrl-C. Secret: ${secret}`);
      let shown = 0;
      for await (const event of follow(used)) {
        if (!fits(event.type, events)) continue;
        const result = forwardTo ? await forward(event, forwardTo, headers, secret) : null;
        if (isJson()) print(JSON.stringify({ ...event, ...result }));
        else print(describe(event, result));
        shown += 1;
        if (shown === count) return;
      }
    });
}

type Forwarded = { status: number | null; ms: number; error: string | null };

/** Posts an event once, signed as the server signs (Standard Webhooks 1.0). */
async function forward(
  { _id, body }: Listened,
  to: URL,
  headers: Record<string, string>,
  secret: string,
): Promise<Forwarded | null> {
  if (body === null) return null;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key)
    .update(`${_id}.${timestamp}.${body}`)
    .digest('base64');
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    const response = await fetch(to, {
      method: 'POST',
      body,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'webhook-id': _id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(forwardMs),
    });
    await response.arrayBuffer();
    return { status: response.status, ms: took(), error: null };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error };
    return { status: null, ms: took(), error: cause?.message || message };
  }
}

function describe({ _id, type, timestamp, body }: Listened, result: Forwarded | null): string {
  const start = `${formatTime(timestamp)}  ${type.padEnd(20)}  ${_id}`;
  if (body === null) return `${start}  ${paint('dim', 'its subject was deleted')}`;
  if (!result) return `${start}\n  ${body}`;
  const { status, ms, error } = result;
  const isOk = status !== null && status >= 200 && status < 300;
  return `${start}  ${paint(isOk ? 'green' : 'red', String(status ?? error))}  ${ms} ms`;
}

/** Follows the events, each once and oldest first, over lost connections and restarts of the server. */
async function* follow(profile: Profile): AsyncGenerator<Listened> {
  const seen = new Set<string>();
  let first: string | null = null;
  let last: string | null = null;
  let failures = 0;
  for (;;) {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), silenceMs);
    try {
      const response = await open(profile, last, silence.signal);
      if (typeof response === 'number') {
        note(`The server accepts no more streams now. Next try in ${response} s.`);
        await pause(response * 1_000);
        continue;
      }
      for await (const { id, events } of readMessages(response, () => timer.refresh())) {
        failures = 0;
        first ??= id;
        for (const event of events) {
          // After a reconnect, the server also sends events from shortly before the last one.
          if (seen.has(event._id) || event._id < (first ?? '')) continue;
          seen.add(event._id);
          clearTimeout(timer);
          yield event;
          timer = setTimeout(() => silence.abort(), silenceMs);
        }
        if (seen.size > maxSeen)
          for (const old of [...seen].slice(0, maxSeen / 2)) seen.delete(old);
        // Only now, because the events before it are dealt with.
        last = id ?? last;
      }
    } catch (error) {
      if (error instanceof CommandError) throw error;
      const { cause, message } = error as Error & { cause?: Error };
      const reason = cause?.message || message;
      if (last === null) throw new CommandError(`${profile.url} cannot be reached: ${reason}`);
      const delayMs = Math.min(mostDelayMs, 1_000 * 2 ** failures);
      failures += 1;
      note(`Connection lost: ${reason}. Next try in ${delayMs / 1_000} s.`);
      await pause(delayMs);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** @returns the response, or the seconds to wait for a free stream. @throws CommandError if the key is rejected */
async function open(
  { url, apiId, apiKey }: Profile,
  last: string | null,
  signal: AbortSignal,
): Promise<Response | number> {
  const mode = apiKey.startsWith('sk_test_') ? 'test' : 'live';
  const response = await fetch(new URL(`/webhook-stream/${mode}`, url), {
    headers: {
      accept: 'text/event-stream',
      'x-api-id': apiId,
      'x-api-key': apiKey,
      ...(last && { 'last-event-id': last }),
    },
    redirect: 'manual',
    signal,
  });
  if (response.ok) return response;
  if (response.status === 429) return Number(response.headers.get('retry-after')) || 30;
  const text = await response.text();
  if (response.status >= 500) throw new Error(`the server answered ${response.status}`);
  const isAuth = response.status === 401 || response.status === 403;
  throw new CommandError(
    readMessage(text) ?? `The server answered ${response.status}.`,
    isAuth ? exitCodes.auth : exitCodes.failed,
  );
}

function readMessage(text: string): string | null {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? null;
  } catch {
    // Not the API's answer, for example a proxy's page.
    return null;
  }
}

/** Reads the messages of a stream of server-sent events until it ends. */
async function* readMessages(response: Response, onData: () => void) {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    onData();
    rest += decoder.decode(chunk, { stream: true });
    const messages = rest.split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const field = (name: string) =>
        message
          .split('\n')
          .find((line) => line.startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim();
      const data = field('data');
      // The event `end` has no data.
      if (!data) continue;
      const { events } = JSON.parse(data) as { events: Listened[] };
      yield { id: field('id') ?? null, events };
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
