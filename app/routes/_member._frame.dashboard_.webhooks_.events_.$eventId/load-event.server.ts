import type { LoaderFunctionArgs } from '@remix-run/node';
import { toViewer } from '#app/messages/to-viewer.server.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { orNotFound } from '#app/webhooks/find-endpoint.server.ts';
import { renderWebhookDataFor } from '#domain/messaging/webhook-data/render-webhook-data.ts';
import { listEndpoints } from '#domain/notifications/webhooks/endpoints/manage-endpoints.ts';
import { getEvent, listAttempts } from '#domain/notifications/webhooks/log/get-event.ts';
import { visibleText } from './visible-text.ts';

/**
 * Loads an event with what is posted and its last attempts.
 *
 * @throws Response 404 if the account has no such event
 */
export async function loadEvent(args: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(args.request);
  const { userId } = signedIn;
  const { eventId = '' } = args.params;
  const { payload, ...event } = await orNotFound(() =>
    getEvent(userId, eventId, renderWebhookDataFor(toViewer(signedIn, args, 'page'))),
  );
  const [attempts, endpoints] = await Promise.all([
    listAttempts(userId, event._id),
    listEndpoints(userId),
  ]);
  const endpoint = endpoints.find(({ _id }) => _id === event.endpoint);
  return {
    event,
    /** Null once it is deleted. */
    endpoint: endpoint
      ? { url: endpoint.url, description: endpoint.description, enabled: endpoint.enabled }
      : null,
    /** As it is posted, but for the spaces. */
    body: payload === null ? null : JSON.stringify(payload, null, 2),
    attempts: attempts.map((attempt) => ({
      ...attempt,
      response: attempt.response === null ? null : visibleText(attempt.response),
    })),
  };
}

export type EventView = Awaited<ReturnType<typeof loadEvent>>;
