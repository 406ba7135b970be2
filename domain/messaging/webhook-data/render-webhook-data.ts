import type { MessageState } from '#domain/messaging/messages/contract.ts';
import { readMessagesAt } from '#domain/messaging/messages/find-messages.ts';
import { type OtpAt, readOtpsAt } from '#domain/messaging/otp/get-otp.ts';
import type { Viewer } from '#domain/messaging/text-views/contract.ts';
import { recordTextViews } from '#domain/messaging/text-views/record-text-views.ts';
import type { EventToRender, RenderData } from '#domain/webhooks/contract.browser.ts';

/** Renders the `data` of events about messages and one-time passwords. */
export const renderWebhookData: RenderData = async (events) => {
  const ofMessages = events.filter(({ type }) => type.startsWith('message.'));
  const ofOtps = events.filter(({ type }) => type.startsWith('otp.'));
  const [messages, otps] = await Promise.all([
    readMessagesAt(ofMessages.map(toMessageAt)),
    readOtpsAt(ofOtps.map(toOtpAt)),
  ]);
  return new Map<string, Record<string, unknown>>([
    ...ofMessages.flatMap(({ id, includesText }, i) => {
      const message = messages[i];
      if (!message) return [];
      // Events never contain codes, unlike `GET /messages/{id}`, which returns the code that a test key
      // sent.
      const hasText = includesText && message.kind !== 'otp';
      return [[id, hasText ? message : { ...message, content: null }] as const];
    }),
    ...ofOtps.flatMap(({ id }, i) => {
      const otp = otps[i];
      return otp ? [[id, otp] as const] : [];
    }),
  ]);
};

/**
 * Like `renderWebhookData`, for payloads that a person or an API key reads. Records that the person or key has viewed the
 * texts.
 */
export const renderWebhookDataFor =
  (viewer: Viewer): RenderData =>
  async (events) => {
    const rendered = await renderWebhookData(events);
    const seen = [...rendered.values()].flatMap(({ _id, content }) =>
      typeof _id === 'string' && typeof content === 'string' ? [{ _id, content }] : [],
    );
    await recordTextViews(viewer, seen);
    return rendered;
  };

const stateOf = (type: string) => type.slice(type.indexOf('.') + 1);

const toMessageAt = ({ subjectId, userId, type, at, version, reason }: EventToRender) => ({
  ...{ id: subjectId ?? '', userId, at, version: version ?? 0, reason },
  state: stateOf(type) as MessageState,
});

const toOtpAt = ({ subjectId, userId, type }: EventToRender): OtpAt => ({
  ...{ id: subjectId ?? '', userId },
  state: (type === 'otp.sent' ? 'pending' : stateOf(type)) as OtpAt['state'],
});
