import type { Caller } from '#domain/identity/api-keys/contract.ts';
import { clock } from '#platform/clock.ts';
import { newId } from '#platform/ids.server.ts';
import type { MessageOutput } from './contract.ts';
import type { MessageEncoding } from './segments.ts';
import { messageSettings } from './settings.server.ts';

/** A message to be accepted, with its column names. */
export type NewMessageRow = {
  id: string;
  user_id: string;
  key_id: string;
  usage_period_id: string;
  kind: 'message' | 'otp';
  recipient: string;
  sender: string;
  template_id: string | null;
  content: string | null;
  /** Encrypted text in hex. */
  encrypted_content: string | null;
  encoding: MessageEncoding;
  segments: number;
  created_at: Date;
  valid_until: Date;
};

type Draft = {
  recipient: string;
  sender: string | undefined;
  templateId: string | undefined;
  content: { text: string; encoding: MessageEncoding; segments: number };
};

/** Builds the row of a message that a caller wants to send now. */
export function buildMessageRow(caller: Caller, draft: Draft): NewMessageRow {
  const now = clock.now();
  return {
    id: newId('msg', now.getTime()),
    user_id: caller.userId,
    key_id: caller.keyId,
    usage_period_id: caller.periodId,
    kind: 'message',
    recipient: draft.recipient,
    sender: draft.sender ?? messageSettings.DEFAULT_SENDER_ID,
    template_id: draft.templateId ?? null,
    content: draft.content.text,
    encrypted_content: null,
    encoding: draft.content.encoding,
    segments: draft.content.segments,
    created_at: now,
    valid_until: new Date(now.getTime() + messageSettings.MESSAGE_VALIDITY_HOURS * 3_600_000),
  };
}

/** The API output for a message that was just accepted. */
export function toQueuedMessageOutput(row: NewMessageRow): MessageOutput {
  return {
    _id: row.id,
    user: row.user_id,
    apiId: row.key_id,
    serverNumber: row.sender,
    recipient: row.recipient,
    content: row.content,
    segments: row.segments,
    status: 'queued',
    reason: null,
    createdAt: row.created_at.toISOString(),
    sentAt: null,
    settledAt: null,
  };
}
