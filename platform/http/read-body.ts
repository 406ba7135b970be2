import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BodyBudget, BodyRefusal } from '../limits/body-budget.ts';

/** Requests whose clients wait for a `100 Continue` before they send the body. */
const waiting = new WeakSet<IncomingMessage>();

/**
 * Lets the handlers of a server decide whether they want a body (RFC 9110, 10.1.1): a client that sends `Expect:
 * 100-continue` gets a rejection, if any, before it sends the body. Each handler calls `sendContinue` before it reads a body.
 * All listeners of `request` are called as usual, including the listener that tracks requests for a shutdown.
 */
export function answerExpectations(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    server.emit('request', request, response);
  });
}

/** If the client is waiting for `100 Continue`, sends it, so that the client sends the body. */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}

/**
 * Why a body was not read completely: the budget refused it, the body is too large, or it is `unwanted`, because no endpoint
 * accepts a body here or the credentials are invalid.
 */
export type BodyProblem = BodyRefusal | 'too_large' | 'unwanted';

/** How a body is read: its maximum size, and the owner to whom its bytes are charged. */
export type BodyPlan = {
  /** The id of the account, or the client's IP address. */
  owner: string;
  /** In bytes. */
  maxBody: number;
  /**
   * Whether the bytes stay charged until the request is over, because handling a large body takes several times its size in
   * memory.
   */
  isHeld: boolean;
};

export type BodyOptions = {
  /** Bodies with a declared length of at most this many bytes are read without a plan. */
  smallBody: number;
  /** Makes a plan from the request line and the headers, before the body arrives. @returns null if no body is wanted */
  plan: (incoming: IncomingMessage, clientAddress: string) => Promise<BodyPlan | null>;
  budget: BodyBudget;
};

type Read = {
  bytes: Uint8Array;
  problem: BodyProblem | null;
  /** Releases the charged bytes; null if no bytes are charged. */
  release: (() => void) | null;
};

const nothing = new Uint8Array();
const unread = (problem: BodyProblem): Read => ({ bytes: nothing, problem, release: null });
const whole = (bytes: Uint8Array): Read => ({ bytes, problem: null, release: null });

/**
 * Reads the body of a request. A small body is read at once. For a larger body, the head of the request must identify the
 * sender, who is charged for the bytes as they arrive. If a body is not read, the request is answered and the connection is
 * closed.
 *
 * @throws Error if the connection ends too early
 */
export async function readBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  clientAddress: string,
  { smallBody, plan, budget }: BodyOptions,
): Promise<Read> {
  const { headers } = incoming;
  if (!('content-length' in headers) && !('transfer-encoding' in headers)) return whole(nothing);
  // Node's parser rejects lengths that are not numbers.
  const length = Number(headers['content-length']);
  if (length <= smallBody && headers.expect === undefined) {
    return whole(await readSmall(incoming, smallBody));
  }
  const planned = await plan(incoming, clientAddress);
  if (!planned) return unread('unwanted');
  if (length > planned.maxBody) return unread('too_large');
  sendContinue(incoming, outgoing);
  return readCharged(incoming, planned, budget);
}

/** The initial capacity in bytes, which is enough for a single message. */
const initialCapacity = 1_024;

/**
 * Collects the chunks of a body up to a limit, in one buffer that doubles when it is full. For a body of 1 MiB that is sent
 * byte by byte, a list of chunks would take about 200 MiB.
 *
 * @param max maximum length in bytes; further bytes are not kept
 */
export function createBodyBytes(max: number) {
  let buffer: Buffer = Buffer.alloc(0);
  let length = 0;
  return {
    add(chunk: Uint8Array): void {
      const kept = Math.min(chunk.byteLength, max - length);
      if (length + kept > buffer.byteLength) {
        const capacity = Math.max(length + kept, buffer.byteLength * 2, initialCapacity);
        const larger = Buffer.allocUnsafeSlow(Math.min(capacity, max));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(chunk.subarray(0, kept), length);
      length += kept;
    },
    get bytes(): Uint8Array<ArrayBuffer> {
      return new Uint8Array(buffer.buffer as ArrayBuffer, buffer.byteOffset, length);
    },
  };
}

function readSmall(incoming: IncomingMessage, max: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const body = createBodyBytes(max);
    incoming.on('data', (chunk: Buffer) => body.add(chunk));
    incoming.on('end', () => resolve(body.bytes));
    onBroken(incoming, reject);
  });
}

function readCharged(
  incoming: IncomingMessage,
  { owner, maxBody, isHeld }: BodyPlan,
  budget: BodyBudget,
): Promise<Read> {
  return new Promise((resolve, reject) => {
    const body = createBodyBytes(maxBody);
    let arrived = 0;
    const stop = (problem: BodyProblem) => {
      incoming.pause().removeAllListeners('data');
      resolve(unread(problem));
    };
    const charged = budget.begin(owner, stop);
    incoming.on('data', (chunk: Buffer) => {
      arrived += chunk.length;
      if (arrived > maxBody) {
        charged.end();
        stop('too_large');
        return;
      }
      body.add(chunk);
      if (!charged.add(chunk.length, () => incoming.resume())) incoming.pause();
    });
    incoming.on('end', () => {
      if (isHeld) charged.complete();
      else charged.end();
      resolve({ bytes: body.bytes, problem: null, release: isHeld ? charged.end : null });
    });
    onBroken(incoming, (error) => {
      charged.end();
      reject(error);
    });
  });
}

/** Calls `reject` when the connection breaks. After the end of the body, this call has no effect. */
function onBroken(incoming: IncomingMessage, reject: (error: Error) => void): void {
  incoming.on('error', reject);
  incoming.on('close', () => {
    if (!incoming.complete) reject(new Error('the connection ended within a request'));
  });
}
