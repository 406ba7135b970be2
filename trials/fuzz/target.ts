import type fc from 'fast-check';
import type { Actor } from '../actor.ts';
import { describe, type FuzzRequest, type Names } from './fuzz-request.ts';
import type { Answer, Send } from './send.ts';

/** What became of a request. */
export type Shown = {
  /** 0 if there was no answer to be had. */
  status: number;
  requestId: string;
  /** Whether it got all the way. */
  isThrough: boolean;
  /** What is wrong with the answer, or null. */
  fault: string | null;
};

/** One thing that requests are fired at: an endpoint, a form, a page, or the bare socket. */
export type Target<S = unknown> = {
  /** By which `--only` knows it. */
  name: string;
  kind: 'endpoint' | 'form' | 'page' | 'socket';
  /** What it covers: an operation `POST /messages`, a route's id, or a tab of the dashboard. */
  covers: string;
  shots: fc.Arbitrary<S>;
  /** What a good request wants to find there, made ready before each round of requests. */
  prepare?: ((actor: Actor) => Promise<void>) | undefined;
  fire: (shot: S, names: Names) => Promise<Shown>;
  describe: (shot: S) => string;
};

type HttpTarget = Pick<Target, 'name' | 'kind' | 'covers' | 'prepare'> & {
  shots: fc.Arbitrary<FuzzRequest>;
  judge: (answer: Answer, shot: FuzzRequest) => string | null;
  isThrough: (answer: Answer) => boolean;
};

/** A target that is met by whole requests. */
export function overHttp(send: Send, { judge, isThrough, ...target }: HttpTarget): Target {
  return {
    ...target,
    describe: (shot) => describe(shot as FuzzRequest),
    async fire(shot, names) {
      const answer = await send(shot as FuzzRequest, names);
      const { status, requestId } = answer;
      return {
        status,
        requestId,
        isThrough: isThrough(answer),
        fault: judge(answer, shot as FuzzRequest),
      };
    },
  };
}
