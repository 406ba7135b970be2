import type { LoaderFunctionArgs } from '@remix-run/node';
import { toFollowed } from '#app/routes/_member.dashboard/console/following/contract.ts';
import { getSignedIn } from '#app/session/session.server.ts';
import { getMessage } from '#domain/messages/get-message.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { streamMessage } from './stream-message.server.ts';

/** A message's states as they happen, as server-sent events. Somebody else's is not there. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await getSignedIn(request);
  if (!signedIn) return new Response('You are not signed in any more.', { status: 401 });
  const look = async () => toFollowed(await getMessage(signedIn.userId, params.messageId ?? ''));
  try {
    const body = streamMessage(await look(), { look, gone: request.signal });
    return new Response(body, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        // What compresses or collects an answer on its way would hold the news back.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    });
  } catch (error) {
    if (error instanceof DomainError) return new Response(error.message, { status: 404 });
    throw error;
  }
}
