import { encryptedColumn } from '#platform/encrypted-column.ts';

/**
 * Message parts are numbered in the column `seq` of `message_parts` and `message_events`. This is the distance between the
 * numbers of two rounds. It is larger than the number of segments of any message.
 */
const perRound = 16;

/**
 * Returns the number of a part. In the first round (0), the part has the number of the segment, counted from 1. If a message
 * is sent again after an operator's temporary rejection, the parts of the second round are numbered from 17, and the earlier
 * parts keep their numbers.
 */
export const seqOf = (round: number, segment: number): number => round * perRound + segment;

/** Returns the segment of a part, counted from 1. */
export const segmentOf = (seq: number): number => seq % perRound;

/** SQL expression: the round of a part, counted from 0. @param seq a column or parameter */
export const roundSql = (seq: string): string => `${seq} / ${perRound}`;

/**
 * SQL condition: a part belongs to an earlier round. Only a message that has a single part is sent again after an operator has
 * rejected it. Any other message with a rejected part is undelivered, and its parts are not read again.
 *
 * @param part the alias of a row of `message_parts`
 * @param message the alias of its row in `messages`
 */
export const isEarlierRoundSql = (part: string, message: string): string =>
  `${part}.state = 'undelivered' AND ${part}.segments = ${message}.segments`;

/** The encrypted texts of OTP messages, stored until a carrier accepts them. */
export const textColumn = encryptedColumn({
  table: 'messages',
  column: 'encrypted_content',
  kind: 'message-text',
});
