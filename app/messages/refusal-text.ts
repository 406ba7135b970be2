/** Meanings of a `command_status` that rejects a submit (SMPP 3.4 §5.1.3). */
const meanings = new Map<number, string>([
  [0x01, 'the text is too long for it'],
  [0x04, 'our connection was not ready for sending'],
  [0x05, 'our connection was already bound'],
  [0x08, 'it had a system error'],
  [0x0a, 'it does not accept the sender'],
  [0x0b, 'it does not accept the number'],
  [0x0d, 'it rejected our bind request'],
  [0x0e, 'it did not accept our password'],
  [0x0f, 'it did not accept our system ID'],
  [0x14, 'its queue was full'],
  [0x15, 'it does not know the type of service'],
  [0x43, 'it does not accept this kind of message'],
  [0x45, 'the submission failed'],
  [0x48, 'it does not accept the type of the sender'],
  [0x49, 'it does not accept the numbering plan of the sender'],
  [0x50, 'it does not accept the type of the number'],
  [0x51, 'it does not accept the numbering plan of the number'],
  [0x53, 'it does not know the type of system'],
  [0x58, 'we exceeded its rate limit'],
  [0x61, 'it did not accept the time of delivery'],
  [0x62, 'it did not accept the validity'],
  [0x64, 'temporary error at the receiving application'],
  [0x65, 'permanent error at the receiving application'],
  [0x66, 'its receiving side rejected the message'],
  [0xc0, 'it did not accept the optional fields, such as the DLT ones'],
  [0xc1, 'it does not allow one of the optional fields'],
  [0xc2, 'an optional field has the wrong length for it'],
  [0xc3, 'a required optional parameter (such as a DLT TLV) is missing'],
  [0xc4, 'it did not accept the value of an optional field, such as a DLT one'],
  [0xfe, 'it could not deliver the message'],
  [0xff, 'it did not say why'],
  [0x102, 'the type of service was not available'],
]);

/**
 * Describes a rejection.
 *
 * @param status as in the timeline, `0x0000000B`
 */
export function refusalText(status: string): string {
  const meaning = meanings.get(Number(status));
  return meaning
    ? `The carrier rejected it: ${meaning}.`
    : `The carrier rejected it with its own code ${status}.`;
}
