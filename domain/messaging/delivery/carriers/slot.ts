import { invariant } from '#domain/shared/errors.browser.ts';
import type { Admission } from './admission.ts';
import type { CarrierLane, Slot, Submit, SubmitOutcome } from './contract.ts';

type Options = {
  carrier: string;
  takesWhole: boolean;
  lane: CarrierLane;
  admission: Admission;
  send: (submit: Submit) => Promise<SubmitOutcome>;
};

/**
 * A newly acquired place in the window, with one token of the rate. Each segment after the first
 * waits for a token; so does the first if the carrier paused us meanwhile.
 */
export function createSlot({ carrier, takesWhole, lane, admission, send }: Options): Slot {
  let hasToken = true;
  let busy = false;
  let released = false;

  async function submit(submit: Submit): Promise<SubmitOutcome> {
    invariant(submit.livemode, 'a test message is never submitted to a carrier');
    invariant(!released && !busy, 'a slot accepts one submit at a time, until it is released');
    busy = true;
    try {
      const missing = submit.segments - (hasToken && admission.isOpen ? 1 : 0);
      hasToken = false;
      const ready = missing === 0 || (await admission.again(lane, missing));
      return ready ? await send(submit) : { kind: 'not_sent' };
    } finally {
      busy = false;
    }
  }

  function release(): void {
    if (released) return;
    released = true;
    admission.leave(lane);
  }

  return { carrier, takesWhole, submit, release };
}
