import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { newId } from '#platform/ids.ts';
import type { Finding } from '../dlt/check/verdicts.ts';
import { describeFinding } from '../dlt/sending/describe-finding.ts';
import type { IdentifiedMessage } from '../dlt/sending/identify.ts';
import type { AcceptedMessageOutput } from './outputs.ts';
import type { MessageEncoding } from './segments.browser.ts';
import { messageSettings } from './settings.ts';

/** A message to be accepted, with its column names. */
export type NewMessageRow = {
  id: string;
  user_id: string;
  key_id: string;
  usage_period_id: string;
  livemode: boolean;
  kind: 'message' | 'otp';
  recipient: string;
  sender: string;
  template_id: string | null;
  /** Null for the installation's. */
  entity_id: string | null;
  promotional: boolean;
  may_wait: boolean;
  scheduled_for: Date | null;
  content: string | null;
  /** Encrypted text in hex. */
  encrypted_content: string | null;
  encoding: MessageEncoding;
  segments: number;
  created_at: Date;
  valid_until: Date;
};

/** Builds the row of a message that a caller wants to send now, or as soon as it may be sent. */
export function buildMessageRow(
  caller: Pick<Caller, 'userId' | 'keyId' | 'periodId' | 'livemode'>,
  message: Omit<IdentifiedMessage, 'warnings'>,
  now: Date,
): NewMessageRow {
  const from = message.scheduledFor ?? now;
  return {
    id: newId('msg', now.getTime()),
    user_id: caller.userId,
    key_id: caller.keyId,
    usage_period_id: caller.periodId,
    livemode: caller.livemode,
    kind: 'message',
    recipient: message.recipient,
    sender: message.sender,
    template_id: message.templateId,
    entity_id: message.entityId,
    promotional: message.isPromotional,
    may_wait: message.mayWait,
    scheduled_for: message.scheduledFor,
    content: message.content.text,
    encrypted_content: null,
    encoding: message.content.encoding,
    segments: message.content.segments,
    created_at: now,
    valid_until: new Date(from.getTime() + messageSettings.MESSAGE_VALIDITY_HOURS * 3_600_000),
  };
}

/** The API output for a message that was just accepted. */
export function toQueuedMessageOutput(
  row: NewMessageRow,
  warnings: readonly Finding[],
): AcceptedMessageOutput {
  return {
    _id: row.id,
    user: row.user_id,
    apiId: row.key_id,
    serverNumber: row.sender,
    recipient: row.recipient,
    livemode: row.livemode,
    kind: row.kind,
    content: row.content,
    templateId: row.template_id,
    entityId: row.entity_id,
    segments: row.segments,
    status: 'queued',
    reason: null,
    version: 0,
    createdAt: row.created_at.toISOString(),
    scheduledFor: row.scheduled_for?.toISOString() ?? null,
    sentAt: null,
    settledAt: null,
    warnings: warnings.map(describeFinding),
  };
}
