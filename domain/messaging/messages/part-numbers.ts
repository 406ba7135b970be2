/** The numbers of a message's parts, the column `seq` of `message_parts` and `message_events`. */

/** More than the segments of any message. */
const perRound = 16;

/**
 * The number of a part: its segment, from 1. When a message is sent again after an operator's temporary rejection, the
 * parts of the second round are numbered from 17, and earlier ones keep their numbers.
 */
export const seqOf = (round: number, segment: number): number => round * perRound + segment;

/** The segment of a part, from 1. */
export const segmentOf = (seq: number): number => seq % perRound;

/** SQL: the round of a part. @param seq a column or parameter */
export const roundSql = (seq: string): string => `${seq} / ${perRound}`;

/**
 * SQL condition: a part is of an earlier round. Only messages with one part, which was rejected, are sent again. Any other
 * message with a rejected part is undelivered, and no longer read.
 *
 * @param part alias of a row of `message_parts`
 * @param message alias of its message
 */
export const isEarlierRoundSql = (part: string, message: string): string =>
  `${part}.state = 'undelivered' AND ${part}.segments = ${message}.segments`;
