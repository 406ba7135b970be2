import type { Pdu } from 'smpp';
import type { CarrierConfig } from './carrier-config.ts';
import type { SubmitOutcome } from './contract.ts';
import { canonicalMessageId } from './message-id.ts';
import { classifyRefusal } from './refusals.ts';

const unknownError = 0xff;

/** The command_status of a response; a generic_nack is an error even if its status is 0. */
export function readCommandStatus(answer: Pdu): number {
  return answer.command_status || (answer.command === 'generic_nack' ? unknownError : 0);
}

/** Converts a submit_sm_resp, or a generic_nack in its place, to an outcome. */
export function toSubmitOutcome(
  answer: Pdu,
  config: Pick<CarrierConfig, 'submitIdFormat' | 'temporaryStatuses'>,
): SubmitOutcome {
  const status = readCommandStatus(answer);
  if (status !== 0) {
    return { kind: 'refused', refusal: classifyRefusal(status, config.temporaryStatuses), status };
  }
  const id = typeof answer.message_id === 'string' ? answer.message_id : '';
  return { kind: 'accepted', carrierMessageId: canonicalMessageId(id, config.submitIdFormat) };
}
