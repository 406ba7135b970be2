import type fc from 'fast-check';
import { type Actor, setUpBefore } from './actor.ts';
import { describe, type FuzzRequest, type FuzzResponse, type Names, type Send } from './send.ts';

export type FuzzResult = {
  /** The HTTP status; 0 if there was no response. */
  status: number;
  requestId: string;
  /** Whether the request passed validation and was carried out. */
  succeeded: boolean;
  /** The problem of the response, or null. */
  problem: string | null;
};

/** A part of the product that gets requests: an endpoint, a form, a page, or the socket. */
export type Target = {
  /** The name of the target, which is also the argument of `--only`. */
  name: string;
  /** An operation such as `POST /messages`, a route's id, or `socket`. */
  covers: string;
  requests: fc.Arbitrary<unknown>;
  /** Creates the data that valid requests need. Called before each round of requests. */
  prepare?: ((actor: Actor) => Promise<void>) | undefined;
  send: (request: unknown, names: Names) => Promise<FuzzResult>;
  describe: (request: unknown) => string;
};

type HttpTarget = Pick<Target, 'name' | 'covers'> & {
  requests: fc.Arbitrary<FuzzRequest>;
  check: (response: FuzzResponse, request: FuzzRequest) => string | null;
  /** By default every status below 400 is a success. */
  succeeded?: (response: FuzzResponse) => boolean;
};

/** Creates a target to which requests are sent over HTTP. */
export function overHttp(
  send: Send,
  { check, succeeded = ({ status }) => status < 400, ...target }: HttpTarget,
): Target {
  return {
    ...target,
    prepare: setUpBefore(target.name),
    describe: (request) => describe(request as FuzzRequest),
    async send(request, names) {
      const response = await send(request as FuzzRequest, names);
      const { status, requestId } = response;
      const problem = check(response, request as FuzzRequest);
      return { status, requestId, succeeded: succeeded(response), problem };
    },
  };
}
