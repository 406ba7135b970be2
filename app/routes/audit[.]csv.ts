import type { LoaderFunctionArgs } from '@remix-run/node';
import { describeChanges, nameOf, titleOf } from '#app/audit/event-table.tsx';
import { dateInIndia } from '#app/keys/key-forms.ts';
import { streamFile } from '#app/messages/stream-file.server.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { type AuditFilter, auditFilter, listAccountEvents } from '#domain/audit/list-events.ts';
import { recordAudit } from '#domain/audit/record-audit.ts';
import { toSheetTime } from '#domain/shared/days-in-india.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { byteOrderMark, toCsv } from '#platform/csv.ts';
import { transaction } from '#platform/db.ts';

/** Events per query, which is also the maximum number in memory. */
const pageSize = 1_000;

const columns = [
  ...['ID', 'Time (India time)', 'Action', 'Title', 'Outcome', 'By', 'By (ID)', 'Objects'],
  ...[
    'Changes',
    'Reason',
    'Address',
    'Device',
    'Session',
    'Request ID',
    'Stream',
    'Number',
    'Hash',
  ],
];

/**
 * The events that match the filter as CSV. Each line has the event's number and hash in its stream: a person who keeps the file can
 * tell later whether the trail was rewritten.
 */
async function* toFile(accountId: string, filter: AuditFilter): AsyncGenerator<string> {
  yield byteOrderMark + toCsv([columns]);
  for (let after: string | undefined; ; ) {
    const { entries, next } = await listAccountEvents(accountId, { ...filter, after }, pageSize);
    yield toCsv(
      entries.map((event) => [
        ...[event.id, toSheetTime(event.at), event.action, titleOf(event.action), event.outcome],
        ...[nameOf(event.actor), event.actor.id],
        event.targets
          .map(({ type, id, name }) => [type, id, name].filter(Boolean).join(' '))
          .join('; '),
        ...(event.details
          ? [describeChanges(event).join('; '), event.details.reason]
          : ['redacted', null]),
        ...[event.details?.address ?? null, event.details?.device ?? null],
        ...[event.details?.sessionId ?? null, event.requestId, event.stream, event.seq, event.hash],
      ]),
    );
    if (next === null) return;
    after = next;
  }
}

/** Exports the account's audit trail as a file, and records the export. */
export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(args.request);
  const search = Object.fromEntries(new URL(args.request.url).searchParams);
  const { after: _, ...filter } = auditFilter.parse(search);
  await transaction((tx) =>
    recordAudit(tx, { accountId: userId, action: 'audit.export', after: filter }),
  );
  const name = `dakiya-audit-trail-${dateInIndia(clock.now())}.csv`;
  return streamFile(toFile(userId, filter), args, { name, type: 'text/csv; charset=utf-8' });
}
