import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/or-toast.server.ts';
import { paths } from '#app/paths.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { replayEvent } from '#domain/notifications/webhooks/log/replay-event.ts';

/** Posts an event again. */
export function act({ userId }: SignedInUser, form: FormData, id: string): Promise<Response> {
  if (form.get('intent') !== 'replay') throw new Response(null, { status: 400 });
  const here = paths.webhookEvent(id);
  return orToast({ to: here, fallback: fallbacks.replayWebhook }, async () => {
    await replayEvent(userId, id);
    return redirectWithToast(here, { type: 'success', title: 'Event on its way again' });
  });
}
