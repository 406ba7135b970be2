import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { docsAddress, docsSections } from '#app/content/docs.ts';
import { paths } from '#app/paths.ts';
import type { LongTurn, ProbedStack } from '#tests/harness/probe.ts';
import type { Actor } from './actor.ts';
import type { Finding } from './findings.ts';
import type { FuzzContext } from './fuzz-context.ts';
import { isEndpoint, readRoutes, templateOf } from './routes.ts';
import type { Target } from './target.ts';

/** Maximum processor time of one turn (iteration) of the web server's event loop, in milliseconds. */
export const maxTurnMs = 50;

/**
 * How many of the latest requests are kept after their response, because a long turn is reported only after it has ended.
 */
const maxRecentRequests = 500;

/** How many suspects are kept per target. Those with the longest turns are kept. */
const perTarget = 3;

/** How many times a suspect is repeated alone. A single garbage collection does not affect the median of three. */
const repeats = 3;

/**
 * How long to wait for work that continues after a response, such as enqueueing jobs or rendering a page, in milliseconds.
 */
const restMs = 300;
const pageRestMs = 50;

/** Timeout of a page visit in milliseconds. It is needed because an event stream does not end by itself. */
const visitTimeoutMs = 2_000;

type Sent = { target: Target; request: unknown; from: number; to: number };
type Suspect = { target: Target; request: unknown; ms: number };

/**
 * A suspect that was repeated alone. `aloneMs` is the median of the longest event-loop turn in each repeat.
 */
export type Confirmed = { target: string; request: string; firstMs: number; aloneMs: number };

const tooLong = (what: string, ms: number) =>
  `${what} takes ${ms.toFixed(0)} ms of the web's processor time in one turn of the event loop; the maximum is ${maxTurnMs} ms`;

/**
 * Finds the requests that block the web server's event loop. During a long turn, several requests are in flight, and new code
 * is compiled. So each of these requests is only a suspect, and `confirm` repeats it alone, from a new account.
 */
export function createSuspects() {
  const sent = new Set<Sent>();
  const suspects = new Map<Target, Suspect[]>();
  const turns: LongTurn[] = [];

  return {
    /** Stores a request. @returns a function to call when its response has arrived */
    begin(target: Target, request: unknown): () => void {
      const entry: Sent = { target, request, from: Date.now(), to: Number.POSITIVE_INFINITY };
      sent.add(entry);
      if (sent.size > maxRecentRequests) {
        const [oldest] = sent;
        if (oldest) sent.delete(oldest);
      }
      return () => {
        entry.to = Date.now();
      };
    },
    addLongTurn(turn: LongTurn): void {
      turns.push(turn);
      const { ms, from, to } = turn;
      for (const { target, request, ...under } of sent) {
        if (under.from > to || under.to < from) continue;
        const known = suspects.get(target) ?? [];
        const all = [...known.filter((one) => one.request !== request), { target, request, ms }];
        suspects.set(target, all.sort((a, b) => b.ms - a.ms).slice(0, perTarget));
      }
    },
    /** The long turns of the event loop, longest first. */
    turns: () => turns.toSorted((a, b) => b.ms - a.ms),
    list: () => [...suspects.values()].flat(),
  };
}

/** Repeats each suspect alone, and measures the longest turn of the web server's event loop. */
export async function confirm(
  stack: ProbedStack,
  context: FuzzContext,
  suspects: Suspect[],
): Promise<Confirmed[]> {
  const confirmed: Confirmed[] = [];
  for (const { target, request, ms } of suspects) {
    const actor = await context.actor();
    const turns: number[] = [];
    for (let i = 0; i < repeats; i += 1) {
      await target.prepare?.(actor);
      await pause(restMs);
      const send = () => target.send(renewed(request), actor.names);
      turns.push((await measureTurn(stack, send, restMs)) ?? 0);
    }
    const aloneMs = turns.sort((a, b) => a - b)[Math.floor(repeats / 2)] ?? 0;
    const described = { target: target.name, request: target.describe(request) };
    confirmed.push({ ...described, firstMs: ms, aloneMs });
  }
  return confirmed.sort((a, b) => b.aloneMs - a.aloneMs);
}

/**
 * The longest turn of the web server's event loop during some work, in milliseconds; null if the system does not
 * report it.
 */
async function measureTurn(stack: ProbedStack, work: () => Promise<unknown>, restMs: number) {
  await stack.read('web');
  await work();
  await pause(restMs);
  return (await stack.read('web')).longestTurnMs;
}

/** Returns a finding for each suspect that blocked the event loop again when it was repeated. */
export const turnFindings = (confirmed: Confirmed[]): Finding[] =>
  confirmed
    .filter(({ aloneMs }) => aloneMs > maxTurnMs)
    .map(({ target, request, aloneMs }) => ({ target, request, problem: tooLong('it', aloneMs) }));

/**
 * Returns the request with a new idempotency key, because with the old one the web server would return the saved response.
 */
function renewed(request: unknown): unknown {
  if (typeof request !== 'object' || request === null || !('headers' in request)) return request;
  const headers = (request.headers as [string, string][]).map(([name, value]) =>
    name === 'idempotency-key' ? [name, randomUUID()] : [name, value],
  );
  return { ...request, headers };
}

/**
 * Visits each page of a newly started web server, one after another. The first visit takes longest, because it compiles the
 * page's code and fills caches, and all users of the web server wait for it.
 *
 * @returns a finding for each first visit that blocks the event loop for longer than `maxTurnMs`
 */
export async function visitEachPage(stack: ProbedStack, actor: Actor): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const path of await listPages(actor)) {
    const visitOnce = () => visit(stack.url + path, actor.names['own.cookie'] ?? '');
    const ms = await measureTurn(stack, visitOnce, pageRestMs);
    if (ms === null || ms <= maxTurnMs) continue;
    const problem = tooLong('the first visit', ms);
    findings.push({ target: 'first visits', request: `GET ${path}`, problem });
  }
  return findings;
}

async function visit(url: string, cookie: string): Promise<void> {
  const signal = AbortSignal.timeout(visitTimeoutMs);
  try {
    const response = await fetch(url, { headers: { cookie }, redirect: 'manual', signal });
    await response.arrayBuffer();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Lists the paths of all pages. The path of a page about a message or an order names a message or an order of the
 * actor.
 */
async function listPages({ names }: Actor): Promise<string[]> {
  const routes = (await readRoutes()).filter(
    (route) => route.path !== undefined && !isEndpoint(route),
  );
  const pages = routes.map((route) =>
    templateOf(route)
      .replace('{messageId}', names['own.messageId'] ?? '')
      .replace('{order}', names['own.orderId'] ?? '')
      .replace('{operation}', 'sendMessage')
      .replace(/\/\{section\}$/, '')
      .replace(/\{\w+\}/, 'unknown'),
  );
  const sections = docsSections.flatMap(({ id }) => [docsAddress(id), paths.ownDocsSection(id)]);
  return [...new Set([...pages, ...sections])];
}
