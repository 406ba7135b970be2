/** The numbers of a message's parts, the column `seq` of `message_parts` and `message_events`. */

/** More than a message has segments. */
const perRound = 16;

/**
 * The number of a part: its segment, from 1. When a message is sent again after an operator rejected it for now, its parts
 * of the second round are 17 and so on, and those before stay as they are.
 */
export const seqOf = (round: number, segment: number): number => round * perRound + segment;

/** The segment of a part, from 1. */
export const segmentOf = (seq: number): number => seq % perRound;

/** SQL: the round of a part. @param seq a column or parameter */
export const roundSql = (seq: string): string => `${seq} / ${perRound}`;

/**
 * SQL condition: a part is of an earlier round. Only messages whose one part was rejected are sent again; a message that
 * has such a part otherwise is undelivered, and not looked at any more.
 *
 * @param part alias of a row of `message_parts`
 * @param message alias of its message
 */
export const isEarlierRoundSql = (part: string, message: string): string =>
  `${part}.state = 'undelivered' AND ${part}.segments = ${message}.segments`;
