import { invariant } from '#domain/shared/errors.ts';

/**
 * The user data header of one segment of a long message (3GPP TS 23.040 §9.2.3.24.1, 8-bit
 * reference), with its length octet.
 *
 * @param reference 0–255, the same for all segments of the message
 * @param total 2–255 segments
 * @param position of this segment, from 1
 */
export function concatenationHeader(reference: number, total: number, position: number): Buffer {
  invariant(total <= 255 && position >= 1 && position <= total, 'a segment is one of at most 255');
  return Buffer.from([5, 0x00, 3, reference & 0xff, total, position]);
}
