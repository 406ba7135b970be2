import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from './program.ts';

type Web = Pick<Program, 'name' | 'life'> & { url: string };

/** The result of a request. */
export type ProxyResult =
  | {
      kind: 'answered';
      status: number;
      text: string;
      /** From `Retry-After`; 0 without it. */
      retryAfterMs: number;
    }
  /** Nothing was sent: every web refused the connection. */
  | { kind: 'no_backend' }
  /** The connection closed during the request; `excused` if that web was killed. */
  | { kind: 'broken'; excused: boolean; why: string };

/** The interval of readiness checks. */
const checkIntervalMs = 200;

/**
 * A minimal round-robin proxy: checks each web's `/readyz`, prefers webs that are ready, and tries the
 * next one if a connection is refused.
 */
export function createProxy(webs: Web[]) {
  const counts = { refused: 0 };
  const notReady = new Set<Web>();
  const end = new AbortController();
  let turn = 0;

  async function check(web: Web): Promise<void> {
    while (!end.signal.aborted) {
      try {
        const answer = await fetch(`${web.url}/readyz`, { signal: AbortSignal.timeout(5_000) });
        await answer.arrayBuffer();
        // A web that shuts down also sends `Connection: close` in every response.
        const isEnding = answer.status === 503 || answer.headers.get('connection') === 'close';
        if (isEnding) notReady.add(web);
        else notReady.delete(web);
      } catch (error) {
        // fetch throws these for a refused or broken connection and for the timeout.
        if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
        notReady.add(web);
      }
      await pause(checkIntervalMs);
    }
  }
  const checks = webs.map(check);

  /** The webs in the order in which they are tried: ready ones first. */
  function orderWebs(): Web[] {
    turn += 1;
    const from = turn % webs.length;
    const order = [...webs.slice(from), ...webs.slice(0, from)];
    return [
      ...order.filter((web) => !notReady.has(web)),
      ...order.filter((web) => notReady.has(web)),
    ];
  }

  return {
    counts,
    async pass(path: string, init: RequestInit): Promise<ProxyResult> {
      for (const web of orderWebs()) {
        const { name, life } = web;
        try {
          const answer = await fetch(`${web.url}${path}`, init);
          const retryAfterMs = Number(answer.headers.get('retry-after')) * 1_000;
          const { status } = answer;
          return { kind: 'answered', status, text: await answer.text(), retryAfterMs };
        } catch (error) {
          const { code } = (error as { cause?: { code?: string } }).cause ?? {};
          if (code !== 'ECONNREFUSED') {
            return { kind: 'broken', excused: life.killed, why: `${name}: ${code ?? error}` };
          }
          counts.refused += 1;
        }
      }
      return { kind: 'no_backend' };
    },
    async close(): Promise<void> {
      end.abort();
      await Promise.all(checks);
    },
  };
}

export type RoundRobin = ReturnType<typeof createProxy>;
