import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { activeSessionSql } from '#domain/identity/sessions/lock-session.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import type { MessageState } from './contract.ts';
import { showSubmitting } from './show-submitting.ts';

/** A message that a session follows. */
export type Wanted = Pick<SignedInUser, 'sessionId'> & { messageId: string };

/** The status of a message, without text and recipient. Times are ISO 8601. */
export type FollowedMessage = {
  _id: string;
  status: MessageState;
  /** False for a message of test mode, which no carrier gets. */
  livemode: boolean;
  reason: string | null;
  createdAt: string;
  sentAt: string | null;
  settledAt: string | null;
  /** Number of submits to carriers. The segments of one attempt count once. */
  attempts: number;
};

type Row = Omit<FollowedMessage, '_id' | 'status' | 'createdAt' | 'sentAt' | 'settledAt'> & {
  id: string;
  state: MessageState;
  /** Position in the list, from 1. */
  place: number;
  createdAt: Date;
  sentAt: Date | null;
  settledAt: Date | null;
};

const statement = `
  SELECT wanted.place, m.id, m.state, m.livemode, m.reason, m.created_at AS "createdAt",
    m.sent_at AS "sentAt", m.settled_at AS "settledAt",
    (SELECT count(*) FROM message_timeline AS e
      WHERE e.message_id = m.id AND e.message_id = ANY ($2) AND coalesce(e.seq, 1) = 1
        AND e.kind IN ('submitted', 'refused', 'unanswered', 'not_sent')) AS attempts
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (session_id, message_id, place)
  JOIN sessions AS s ON s.id = wanted.session_id AND ${activeSessionSql('s', '$3')}
  JOIN messages AS m ON m.id = wanted.message_id AND m.user_id = s.user_id
    AND m.id = ANY ($2)`;

/** A possible id: PostgreSQL rejects a NUL, and one bad id must not fail the others. */
const messageId = safeText.max(64);

/**
 * Reads the messages that any number of sessions follow, in one statement.
 *
 * @returns in the order of `list`; null if the session has ended, or the message does not exist or
 *   belongs to another user
 */
export async function readFollowed(list: Wanted[]): Promise<(FollowedMessage | null)[]> {
  const ids = list.map(({ messageId: id }) => (messageId.safeParse(id).success ? id : null));
  const sessions = list.map(({ sessionId }) => sessionId);
  const rows = await query<Row>('read-followed', statement, [...[sessions, ids, clock.now()]]);
  const found = new Map((await showSubmitting(rows)).map(({ place, ...row }) => [place, row]));
  return list.map((_, index) => {
    const row = found.get(index + 1);
    if (!row) return null;
    const { id: _id, state: status, ...others } = row;
    return {
      ...{ _id, status, ...others },
      createdAt: row.createdAt.toISOString(),
      sentAt: row.sentAt?.toISOString() ?? null,
      settledAt: row.settledAt?.toISOString() ?? null,
    };
  });
}
