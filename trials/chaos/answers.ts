import { z } from 'zod';
import type { Call, Tried } from './load.ts';

/** Delay before a request is repeated, in milliseconds. */
const retryDelayMs = 100;

/** Callers wait for less than `Retry-After` says: the load shall go on. */
const maxRetryAfterMs = 500;

/** Each of so many calls is sent again after its response, which must come again. */
const repeatEvery = 5;

/** A message that a response reported as accepted. */
export type Accepted = {
  userId: string;
  segments: number;
  /** The message's id; of a one-time password the id of that. */
  id: string;
};

/** What callers were answered. */
export type Answers = {
  requests: number;
  /** Requests without a response, by a cut connection or a timeout; they were sent again. */
  unanswered: number;
  /** Requests with a 503 and `Retry-After`; they were sent again. */
  unavailable: number;
  /** Calls that were sent again although they had been answered. */
  repeated: number;
  /** By recipient. */
  accepted: Map<string, Accepted>;
  /** Calls that were charged, by account, and those that may have been: see `refuse`. */
  calls: Map<string, number>;
  maybeCalls: Map<string, number>;
  /** Accounts of which a single segment was refused: their quota is used up. */
  outOfMessages: Set<string>;
  outOfCalls: Set<string>;
  problems: string[];
};

const item = z.object({ _id: z.string().optional(), otpId: z.string().optional() });
const single = z.object({ data: item });
const batch = z.object({ data: z.array(z.object({ data: item.optional() })) });
const refusal = z.object({ error: z.object({ code: z.string() }) });

/**
 * Classifies responses, and says when a request is to be sent again.
 *
 * @param userIdOf the account whose key a call uses
 * @param findFault says what is wrong with a request that was not answered, or with 503, if anything is
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
  /** Requests of calls that are not completed of which it is not known what they did. */
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
    // The request before, which the caller gave up, is still being carried out.
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

  /** A refused call is free, but for a batch that does not fit: each of its requests costs a call. */
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

/** The ids in a response, in the order of the call's messages; those that were refused are missing at the end. */
function readIds({ path }: Call, text: string): string[] {
  const items = path.endsWith('batch')
    ? batch.parse(JSON.parse(text)).data.flatMap(({ data }) => (data ? [data] : []))
    : [single.parse(JSON.parse(text)).data];
  return items.flatMap(({ _id, otpId }) => _id ?? otpId ?? []);
}
