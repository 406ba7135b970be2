import type { z } from 'zod';
import { readVerdict } from '#domain/messaging/delivery/carriers/read-verdict.ts';
import { segmentOf } from '#domain/messaging/delivery/part-seq.ts';
import { type RoutedBy, routedBy } from '#domain/messaging/delivery/routing/choose-route.ts';
import { operatorVerdicts } from '#domain/messaging/dlt/operator-verdicts/operator-verdicts.browser.ts';
import type { Message, MessageEvent, MessagePart } from '#prisma/generated/client.ts';
import type { eventOutput, MessageOutput } from './outputs.ts';

type EventOutput = z.infer<typeof eventOutput>;

/** The columns of a message that callers see. */
export type MessageOutputRow = Pick<
  Message,
  | 'id'
  | 'userId'
  | 'keyId'
  | 'livemode'
  | 'sender'
  | 'recipient'
  | 'kind'
  | 'content'
  | 'templateId'
  | 'entityId'
  | 'segments'
  | 'state'
  | 'reason'
  | 'version'
  | 'createdAt'
  | 'scheduledFor'
  | 'sentAt'
  | 'settledAt'
>;

export function toMessageOutput(row: MessageOutputRow): MessageOutput {
  return {
    _id: row.id,
    user: row.userId,
    apiId: row.keyId,
    serverNumber: row.sender,
    recipient: row.recipient,
    livemode: row.livemode,
    // The third kind is of the queue alone.
    kind: row.kind === 'otp' ? 'otp' : 'message',
    content: row.content,
    templateId: row.templateId,
    entityId: row.entityId,
    segments: row.segments,
    status: row.state,
    reason: row.reason,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    scheduledFor: row.scheduledFor?.toISOString() ?? null,
    sentAt: row.sentAt?.toISOString() ?? null,
    settledAt: row.settledAt?.toISOString() ?? null,
  };
}

/** The columns of `message_timeline` that callers see. */
export type TimelineRow = Omit<MessageEvent, 'messageId' | 'id'> &
  Pick<MessagePart, 'route' | 'routedBy'> & {
    /** That of the carrier, of receipts with an error code; null if it is removed. */
    profile: unknown;
  };

/** @returns where the documentation explains a code */
type DocUrlOf = (code: string) => string;

/** The timeline: `queued` first, then attempts and receipts by their times. */
export function toTimeline(
  row: Pick<Message, 'createdAt'>,
  events: TimelineRow[],
  docUrlOf: DocUrlOf,
): EventOutput[] {
  return [
    {
      at: row.createdAt.toISOString(),
      event: 'queued',
      carrier: null,
      segment: null,
      carrierMessageId: null,
      status: null,
      errorCode: null,
      verdict: null,
      route: null,
    },
    ...events.map((event) => ({
      at: event.at.toISOString(),
      event: event.kind,
      carrier: event.carrier,
      segment: event.seq === null ? null : segmentOf(event.seq),
      carrierMessageId: event.carrierMessageId,
      status: event.status,
      errorCode: event.errorCode,
      verdict: toVerdictOutput(event, docUrlOf),
      route: event.route === null ? null : { name: event.route, by: toRoutedBy(event.routedBy) },
    })),
  ];
}

function toVerdictOutput(event: TimelineRow, docUrlOf: DocUrlOf): EventOutput['verdict'] {
  const code = readVerdict(event);
  if (code === null) return null;
  return { code, source: 'operator', message: operatorVerdicts[code], docUrl: docUrlOf(code) };
}

const toRoutedBy = (by: string | null): RoutedBy[] =>
  routedBy.filter((one) => by?.split(',').includes(one));
