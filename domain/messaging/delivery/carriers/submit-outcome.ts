import type { CarrierConfig } from './carrier-config.ts';
import type { Refusal, SubmitOutcome } from './contract.ts';
import { canonicalMessageId } from './message-id.ts';
import { type Pdu, readMessageId } from './pdu.ts';

const unknownError = 0xff;

/** The command_status of a response; a generic_nack is an error even if its status is 0. */
export function readCommandStatus(answer: Pdu): number {
  return answer.status || (answer.command === 'generic_nack' ? unknownError : 0);
}

/** Converts a submit_sm_resp, or a generic_nack in its place, to an outcome. */
export function toSubmitOutcome(
  answer: Pdu,
  config: Pick<CarrierConfig, 'submitIdFormat' | 'temporaryStatuses' | 'submitErrors'>,
): SubmitOutcome {
  const status = readCommandStatus(answer);
  if (status !== 0) {
    const known = config.submitErrors.find((error) => error.status === status);
    const refusal = known?.means ?? classifyRefusal(status, config.temporaryStatuses);
    return { kind: 'refused', refusal, status, ...(known?.text && { text: known.text }) };
  }
  const id = canonicalMessageId(readMessageId(answer), config.submitIdFormat);
  return { kind: 'accepted', carrierMessageId: id };
}

/**
 * How command_status values of a submit are treated (SMPP 3.4 §5.1.3). Values not listed are
 * permanent, among them errors of addresses, encodings and TLVs, which would fail again.
 */
const refusalByCommandStatus = new Map<number, Refusal>([
  [0x58, 'throttled'], // ESME_RTHROTTLED
  [0x14, 'throttled'], // ESME_RMSGQFUL
  [0x08, 'temporary'], // ESME_RSYSERR
  [0x64, 'temporary'], // ESME_RX_T_APPN
  [0x102, 'temporary'], // ESME_RSERTYPUNAVAIL
  [0x45, 'limited_retry'], // ESME_RSUBMITFAIL
  [0xfe, 'limited_retry'], // ESME_RDELIVERYFAILURE
  [0xff, 'limited_retry'], // ESME_RUNKNOWNERR
  [0x61, 'limited_retry'], // ESME_RINVSCHED
  [0x04, 'bind_lost'], // ESME_RINVBNDSTS
  [0x05, 'bind_lost'], // ESME_RALYBND
  [0x0d, 'bind_lost'], // ESME_RBINDFAIL
  [0x0e, 'bind_lost'], // ESME_RINVPASWD
  [0x0f, 'bind_lost'], // ESME_RINVSYSID
]);

/**
 * Classifies a rejected submit.
 *
 * @param status the command_status of the response, not 0
 * @param temporaryStatuses vendor codes that this carrier uses for temporary errors
 */
export function classifyRefusal(status: number, temporaryStatuses: readonly number[]): Refusal {
  const vendor = temporaryStatuses.includes(status) ? 'temporary' : 'permanent';
  return refusalByCommandStatus.get(status) ?? vendor;
}

/** Whether a bind was rejected because of our credentials, which an early retry cannot fix. */
export function isCredentialRefusal(status: number): boolean {
  return status >= 0x0d && status <= 0x0f;
}
