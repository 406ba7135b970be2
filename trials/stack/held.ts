import type { Moment } from './growth.ts';

/**
 * How long everybody may have to wait for one who is served, in ms. What takes milliseconds alone takes a
 * hundred on a machine that has much else to do; what takes seconds is a way to stop a web with one request.
 */
const longestMs = 2_000;

/** @returns which program's event loop was held, and until when, a sentence each */
export function held(moments: Moment[]): string[] {
  return moments.flatMap(({ at, ...readings }) =>
    (['web', 'worker'] as const)
      .filter((program) => readings[program].loopMaxMs > longestMs)
      .map((program) => {
        const seconds = (readings[program].loopMaxMs / 1_000).toFixed(1);
        return `The ${program} did nothing else for ${seconds} s, before ${at} was reached.`;
      }),
  );
}
