import type { LoaderFunctionArgs } from '@remix-run/node';
import { highlight } from '#app/content/highlight.server.ts';
import { findHook } from '#app/hooks/hook-input.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { isRecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import { getSettings } from '#domain/identity/settings/stored-settings.ts';
import { findKind } from '#domain/messaging/hooks/kinds/hook-kinds.ts';
import { showNewSecret } from '#domain/messaging/hooks/manage-hooks.ts';
import { listWithoutTexts } from '#domain/messaging/messages/find-messages.ts';
import { listFailedRequests } from '#domain/messaging/request-log/log-failed-request.ts';
import { serverSettings } from '#platform/server-settings.ts';

/** How many calls the page shows. */
const shownCalls = 20;

/** The recipient in the sample lines. In test mode, messages to this number are delivered. */
const sampleRecipient = '9999900000';

/** Replaces the secret in lines where it is not shown. */
const placeholder = 'YOUR_SECRET';

/**
 * Loads a hook with the lines to paste and its last calls. A new secret is shown only to a member who has signed in
 * recently.
 *
 * @throws Response 404 if the account has no such hook
 */
export async function loadHook(
  signedIn: SignedInUser,
  { request, params: { hookId = '' } }: LoaderFunctionArgs,
) {
  const { userId } = signedIn;
  const hook = await findHook(userId, hookId);
  const { id, livemode } = hook;
  const kind = findKind(hook.kind);
  const asked = new URL(request.url).searchParams.has('secret') && isRecentSignIn(signedIn);
  const [secret, sent, failed, { errorLogging }] = await Promise.all([
    asked ? showNewSecret(userId, id) : null,
    listWithoutTexts(userId, { api_id: id, livemode, limit: shownCalls }),
    listFailedRequests(userId, { keyId: id, limit: shownCalls }),
    getSettings(userId),
  ]);
  const url = `${serverSettings.PUBLIC_URL}/api/hooks/${hook.kind}/${id}`;
  const calls = [
    ...sent.entries.map(({ _id, createdAt, status, reason, recipient }) => ({
      ...{ kind: 'sent' as const, id: _id, at: createdAt, status, reason, recipient },
    })),
    ...failed.entries.map(({ id, createdAt, status, code, message, param }) => ({
      ...{ kind: 'failed' as const, id, at: createdAt.toISOString(), status, code, message, param },
    })),
  ];
  return {
    ...{ hook, url, secret, isLogged: errorLogging },
    title: kind?.title ?? hook.kind,
    isEntered: kind?.secret === 'entered',
    setup: (
      kind?.setup({ url, secret: secret ?? placeholder, recipient: sampleRecipient }) ?? []
    ).map((block) => ({ ...block, html: highlight(block.lines, block.language) })),
    calls: calls.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, shownCalls),
  };
}

export type HookView = Awaited<ReturnType<typeof loadHook>>;
