import { randomUUID } from 'node:crypto';
import type { OfOtherMode } from '#app/dashboard/mode/other-mode-notice.tsx';
import { readLivemode } from '#app/dashboard/mode/read-livemode.server.ts';
import { isUsable } from '#app/keys/key-state.ts';
import { loadKeys } from '#app/keys/load-keys.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { listServices } from '#domain/messaging/otp/services/manage-services.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { loadCallTemplate } from './call-template.server.ts';
import type { CallName, ConsoleData, KeyChoice } from './contract.ts';
import { findTrackedMessage } from './find-tracked-message.server.ts';
import { loadOwnSenders } from './own-senders.server.ts';

/** Loads a console: the keys of the dashboard's mode to choose from, and the templates of its calls. */
export async function loadConsole(
  names: CallName[],
  signedIn: SignedInUser,
  request: Request,
): Promise<ConsoleData> {
  const { searchParams: search } = new URL(request.url);
  const { data: id } = safeText.safeParse(search.get('sent'));
  const livemode = await readLivemode(request, signedIn);
  const account = { userId: signedIn.userId, livemode };
  const chosen = search.get('key') ?? '';
  const [{ keys }, services, senders, found, calls] = await Promise.all([
    loadKeys(signedIn),
    names.includes('send-otp') ? listServices(signedIn.userId) : [],
    names.includes('send-message')
      ? loadOwnSenders(signedIn.userId, search.get('template') ?? '')
      : null,
    id === undefined ? null : findTrackedMessage(signedIn, id),
    Promise.all(names.map(async (name) => [name, await loadCallTemplate(name, account)] as const)),
  ]);
  // Secrets are left out: no console page needs them.
  const choices = keys
    ?.filter((key) => key.livemode === livemode)
    .map((key): KeyChoice => ({ keyId: key.keyId, name: key.name, usable: isUsable(key) }));
  const isOther = (one: { livemode: boolean }) => one.livemode !== livemode;
  const sent = found && !isOther(found) ? found : null;
  const ofOtherMode: OfOtherMode[] = [
    ...(found && !sent ? [{ what: 'message' as const, id: found._id }] : []),
    ...(keys ?? [])
      .filter((key) => key.keyId === chosen && isOther(key))
      .map(({ keyId }) => ({ what: 'key' as const, id: keyId })),
  ];
  return {
    livemode,
    keys: choices ?? null,
    calls: Object.fromEntries(calls),
    idempotencyKey: randomUUID(),
    chosen,
    sent,
    ofOtherMode: ofOtherMode[0] ?? null,
    services: services.map(({ id, name, length, letters, ttlSeconds }) => ({
      ...{ id, name, length, letters, ttlSeconds },
    })),
    chosenService: search.get('service') ?? '',
    senders,
  };
}
