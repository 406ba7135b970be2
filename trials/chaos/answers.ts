import { z } from 'zod';
import type { Call, Tried } from './load.ts';

/** Delay before a request is repeated, in milliseconds. */
const retryDelayMs = 100;

/** The longest wait before a repeat, even if `Retry-After` is longer, so that the load continues. */
const maxRetryAfterMs = 500;

/**
 * One in this many calls is repeated although it has got its response, and must get the same response
 * again.
 */
const repeatEvery = 5;

/** A message that a response reported as accepted. */
export type Accepted = {
  userId: string;
  segments: number;
  /** The id of the message, or of the one-time password. */
  id: string;
};

/** The results of the callers. */
export type Answers = {
  requests: number;
  /** Requests without a response because of a cut connection or a timeout, which callers repeat. */
  unanswered: number;
  /** Requests that got 503 with `Retry-After`, which callers repeat. */
  unavailable: number;
  /** Calls repeated although they had got a response. */
  repeated: number;
  /** Accepted messages by recipient. */
  accepted: Map<string, Accepted>;
  /** Per account: how many calls were charged, and how many may have been charged (see `refuse`). */
  calls: Map<string, number>;
  maybeCalls: Map<string, number>;
  /** Accounts whose quota is used up. This is known when a message of a single segment was rejected. */
  outOfMessages: Set<string>;
  outOfCalls: Set<string>;
  problems: string[];
};

const item = z.object({ _id: z.string().optional(), otpId: z.string().optional() });
const single = z.object({ data: item });
const batch = z.object({ data: z.array(z.object({ data: item.optional() })) });
const refusal = z.object({ error: z.object({ code: z.string() }) });

/**
 * Classifies responses, and decides when a request is repeated.
 *
 * @param userIdOf the account whose key a call uses
 * @param findFault returns the problem, if any, of a request that got no response or 503
 */
export function createClassifier(
  userIdOf: (call: Call) => string,
  findFault: (tried: Tried) => string | null = () => null,
) {
  const answers: Answers = {
    ...{ requests: 0, unanswered: 0, unavailable: 0, repeated: 0, problems: [] },
    accepted: new Map(),
    calls: new Map(),
    maybeCalls: new Map(),
    ...{ outOfMessages: new Set(), outOfCalls: new Set() },
  };
  let completed = 0;
  /** How many requests of each unfinished call may have had an effect although they got no response. */
  const uncertain = new Map<Call, number>();
  /** The ids of calls that are being repeated. */
  const repeating = new Map<Call, string>();

  function classify(tried: Tried): number | null {
    const { call, result } = tried;
    const report = () => {
      const fault = findFault(tried);
      if (fault) answers.problems.push(fault);
    };
    answers.requests += 1;
    if (result.kind !== 'answered') {
      answers.unanswered += 1;
      report();
      add(uncertain, call);
      return retryDelayMs;
    }
    const { status, text, retryAfterMs } = result;
    // The caller has stopped waiting, but the web server is still handling the call's previous request.
    if (status === 409) return retryDelayMs;
    if (status === 503 && retryAfterMs > 0 && text.includes('"code":"unavailable"')) {
      answers.unavailable += 1;
      report();
      add(uncertain, call);
      return Math.min(retryAfterMs, maxRetryAfterMs);
    }
    const before = uncertain.get(call) ?? 0;
    uncertain.delete(call);
    if (status < 300) return accept(call, text);
    if (status === 402 && !repeating.has(call)) return refuse(call, text, before);
    answers.problems.push(`${call.path} (${call.idempotencyKey}): ${status} ${text.slice(0, 300)}`);
    return status < 500 ? null : retryDelayMs;
  }

  /**
   * A rejected call is not charged, with one exception: each request of a batch that does not fit the quota costs a call.
   */
  function refuse(call: Call, text: string, before: number): null {
    const { code } = refusal.parse(JSON.parse(text)).error;
    const userId = userIdOf(call);
    if (code === 'api_call_limit_reached') answers.outOfCalls.add(userId);
    else {
      if (call.messages[0]?.segments === 1) answers.outOfMessages.add(userId);
      if (call.path.endsWith('batch')) {
        add(answers.calls, userId);
        add(answers.maybeCalls, userId, before);
      }
    }
    return null;
  }

  function accept(call: Call, text: string): number | null {
    const ids = readIds(call, text);
    const before = repeating.get(call);
    if (before !== undefined) {
      repeating.delete(call);
      if (before !== ids.join()) {
        answers.problems.push(
          `${call.path} (${call.idempotencyKey}): first ${before}, then ${ids}`,
        );
      }
      return null;
    }
    const userId = userIdOf(call);
    add(answers.calls, userId);
    for (const [i, { recipient, segments }] of call.messages.entries()) {
      const id = ids[i];
      if (id) answers.accepted.set(recipient, { userId, segments, id });
    }
    completed += 1;
    if (completed % repeatEvery !== 0) return null;
    answers.repeated += 1;
    repeating.set(call, ids.join());
    return retryDelayMs;
  }

  return { answers, classify };
}

function add<K>(counts: Map<K, number>, key: K, count = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

/** Returns the ids in a response, in the order of the call's messages. Rejected messages come last and have no id. */
function readIds({ path }: Call, text: string): string[] {
  const items = path.endsWith('batch')
    ? batch.parse(JSON.parse(text)).data.flatMap(({ data }) => (data ? [data] : []))
    : [single.parse(JSON.parse(text)).data];
  return items.flatMap(({ _id, otpId }) => _id ?? otpId ?? []);
}
