import { newEventIdSql } from '../outbox/new-event-id-sql.ts';

type Source = {
  /** As of `addSubjectEventsSql`. */
  source: string;
  type: string;
  version: string;
  reason: string;
  where: string;
};

/**
 * CTE of a statement that changes states: an event for the account's listener of the row's mode, if it has one. It needs
 * `eventTimeSql`. The table of listeners is nearly always empty, and then nothing else is read.
 */
export const addListenerEventsSql = ({ source, type, version, reason, where }: Source) => `
  webhook_listened AS (
    INSERT INTO webhook_listener_events (id, user_id, livemode, type, subject_id, at, version, reason)
    SELECT ${newEventIdSql}, m.user_id, l.livemode, ${type}, m.id, m.at, ${version}, ${reason}
    FROM ${source} AS m JOIN webhook_listeners AS l
      ON l.user_id = m.user_id AND l.livemode = m.livemode AND l.ends_at > now()
    WHERE ${where}
  )`;

/**
 * SQL condition: the account has a listener of live mode, which gets the events about the account.
 *
 * @param userId SQL: the account
 */
export const isListenedToSql = (userId: string) => `EXISTS (
    SELECT FROM webhook_listeners AS l WHERE l.user_id = ${userId} AND l.livemode AND l.ends_at > now())`;
