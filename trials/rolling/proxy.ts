import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from './program.ts';

type Web = Pick<Program, 'name' | 'life'> & { url: string };

/** What came of one request at one web. */
export type ProxyResult =
  | {
      kind: 'answered';
      status: number;
      text: string;
      /** Before it is over the call should not be sent again; 0 if the answer does not say. */
      retryAfterMs: number;
    }
  /** Nothing was sent: nobody listened at any web. */
  | { kind: 'nobody' }
  /** The connection broke within the request; `excused` if that web was killed. */
  | { kind: 'broken'; excused: boolean; why: string };

/** How often webs are asked whether they take requests, in milliseconds. */
const checkEveryMs = 200;

/**
 * What a proxy does in front of the webs, and no more: takes turns, asks each `/readyz`, gives no new
 * request to one that is not ready, and goes on to the next where the connection is refused.
 */
export function createProxy(webs: Web[]) {
  const counts = { refused: 0 };
  const resting = new Set<Web>();
  const end = new AbortController();
  let turn = 0;

  async function check(web: Web): Promise<void> {
    while (!end.signal.aborted) {
      try {
        const answer = await fetch(`${web.url}/readyz`, { signal: AbortSignal.timeout(5_000) });
        await answer.arrayBuffer();
        // An ending web says so in the header of every answer, too.
        const leaving = answer.status === 503 || answer.headers.get('connection') === 'close';
        if (leaving) resting.add(web);
        else resting.delete(web);
      } catch (error) {
        // So fetch reports a connection that is refused or breaks, and its time limit.
        if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
        resting.add(web);
      }
      await pause(checkEveryMs);
    }
  }
  const checks = webs.map(check);

  /** The webs in the order in which they are tried. */
  function inTurn(): Web[] {
    turn += 1;
    const from = turn % webs.length;
    const order = [...webs.slice(from), ...webs.slice(0, from)];
    return [
      ...order.filter((web) => !resting.has(web)),
      ...order.filter((web) => resting.has(web)),
    ];
  }

  return {
    counts,
    async pass(path: string, init: RequestInit): Promise<ProxyResult> {
      for (const web of inTurn()) {
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
      return { kind: 'nobody' };
    },
    async close(): Promise<void> {
      end.abort();
      await Promise.all(checks);
    },
  };
}

export type RoundRobin = ReturnType<typeof createProxy>;
