import type { MessageState } from '#domain/messaging/messages/contract.ts';
import { readMessagesAt } from '#domain/messaging/messages/read-messages-at.server.ts';
import type { EventToRender, RenderData } from '#domain/notifications/webhooks/contract.ts';

/** Renders the `data` of events about messages. */
export const renderWebhookData: RenderData = async (events) => {
  const ofMessages = events.filter(({ type }) => type.startsWith('message.'));
  const messages = await readMessagesAt(ofMessages.map(toMoment));
  return new Map(
    ofMessages.flatMap(({ id, includesText }, i) => {
      const message = messages[i];
      if (!message) return [];
      return [[id, includesText ? message : { ...message, content: null }] as const];
    }),
  );
};

const toMoment = ({ subjectId, userId, type, at, version, reason }: EventToRender) => ({
  ...{ id: subjectId ?? '', userId, at, version: version ?? 0, reason },
  state: type.slice('message.'.length) as MessageState,
});
