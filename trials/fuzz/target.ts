import type fc from 'fast-check';
import type { Actor } from './actor.ts';
import { describe, type FuzzRequest, type FuzzResponse, type Names, type Send } from './send.ts';

/** The result of a request. */
export type FuzzResult = {
  /** 0 without a response. */
  status: number;
  requestId: string;
  /** Whether the request passed validation and was carried out. */
  succeeded: boolean;
  /** The problem of the response, or null. */
  problem: string | null;
};

/** Something that requests are sent to: an endpoint, a form, a page, or the socket. */
export type Target<S = unknown> = {
  /** The argument of `--only`. */
  name: string;
  kind: 'endpoint' | 'form' | 'page' | 'socket';
  /** An operation such as `POST /messages`, a route's id, or `socket`. */
  covers: string;
  requests: fc.Arbitrary<S>;
  /** Creates what a valid request needs, before each round of requests. */
  prepare?: ((actor: Actor) => Promise<void>) | undefined;
  send: (request: S, names: Names) => Promise<FuzzResult>;
  describe: (request: S) => string;
};

type HttpTarget = Pick<Target, 'name' | 'kind' | 'covers' | 'prepare'> & {
  requests: fc.Arbitrary<FuzzRequest>;
  check: (response: FuzzResponse, request: FuzzRequest) => string | null;
  succeeded: (response: FuzzResponse) => boolean;
};

/** Creates a target of HTTP requests. */
export function overHttp(send: Send, { check, succeeded, ...target }: HttpTarget): Target {
  return {
    ...target,
    describe: (request) => describe(request as FuzzRequest),
    async send(request, names) {
      const response = await send(request as FuzzRequest, names);
      const { status, requestId } = response;
      return {
        status,
        requestId,
        succeeded: succeeded(response),
        problem: check(response, request as FuzzRequest),
      };
    },
  };
}
