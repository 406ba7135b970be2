import type { LoaderFunctionArgs } from '@remix-run/node';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import { toMode } from '#app/dashboard/mode.tsx';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { renderWebhookData } from '#domain/messaging/webhook-data/render-webhook-data.ts';
import { listEventsInput } from '#domain/webhooks/contract.browser.ts';
import { findListener, listListened } from '#domain/webhooks/listening/manage-listener.ts';

/** The event type in the URL, which filters the page; unknown types are ignored. */
export function readType(url: string) {
  const given = new URL(url).searchParams.get('type') || undefined;
  return listEventsInput.shape.type.safeParse(given).data;
}

/** Loads the account's listener in the dashboard's mode, and its events. */
export async function loadListener({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(request);
  const livemode = await readLivemode(request, signedIn);
  const key = { userId: signedIn.userId, livemode };
  const type = readType(request.url);
  const listener = await findListener(key);
  const events = listener ? await listListened(key, type, renderWebhookData) : [];
  return { mode: toMode(livemode), livemode, listener, events, type };
}

export type ListenerView = Awaited<ReturnType<typeof loadListener>>;
