import type { Refusal } from './contract.ts';

/**
 * What command_status values mean for a submit (SMPP 3.4 §5.1.3). Those not listed are final,
 * among them the faults of addresses, encodings and TLVs: sent again, they would fail again.
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
 * How a refused submit is to be treated.
 *
 * @param status the command_status of the answer, not 0
 * @param temporaryStatuses vendor codes that this carrier means as temporary
 */
export function classifyRefusal(status: number, temporaryStatuses: readonly number[]): Refusal {
  const vendor = temporaryStatuses.includes(status) ? 'temporary' : 'permanent';
  return refusalByCommandStatus.get(status) ?? vendor;
}

/** Whether a bind was refused because of our credentials, which asking again soon will not mend. */
export function isCredentialRefusal(status: number): boolean {
  return status >= 0x0d && status <= 0x0f;
}
