/**
 * A 16-bit reference of a segment, sent as user_message_reference (SMPP 3.4, 5.3.2.17): if the
 * response to its submit is lost, a receipt that echoes it still identifies the segment. Derived
 * from the message's id, so another worker can compute it after a crash.
 *
 * @param seq the segment, from 1; 0 for the message as a whole
 */
export function segmentReference(messageId: string, seq: number): number {
  // FNV-1a, folded to 16 bits: spreads well and needs no state.
  let hash = 0x811c9dc5;
  for (const character of `${messageId}/${seq}`) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  }
  return ((hash >>> 16) ^ hash) & 0xffff;
}
