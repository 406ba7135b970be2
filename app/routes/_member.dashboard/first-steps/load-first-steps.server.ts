import { randomUUID } from 'node:crypto';
import type { HighlightedCode, TrackedMessage } from '#app/console/contract.ts';
import { fillIn } from '#app/console/fill-in.ts';
import { findTrackedMessage } from '#app/console/handle-console-form.server.ts';
import { isUsable } from '#app/keys/key-values.tsx';
import { secretPlaceholderOf } from '#app/samples/contract.ts';
import { readSample } from '#app/samples/read-sample.server.ts';
import { hasSentLiveMessage } from '#domain/billing/usage/get-current-usage-period.ts';
import { listHeaders } from '#domain/dlt/registry/list-registry.ts';
import { findSendable } from '#domain/dlt/sending/find-sendable.ts';
import { areFirstStepsHidden } from '#domain/identity/accounts/update-user.ts';
import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';
import { revealSecret } from '#domain/identity/api-keys/user-keys.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { isRecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import { listWithoutTexts } from '#domain/messaging/messages/find-messages.ts';
import { exampleTestRecipient } from '#domain/messaging/recipients/magic-numbers.ts';
import { haveTextsBeenReadByApi } from '#domain/messaging/text-views/record-text-views.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { listEndpoints } from '#domain/webhooks/endpoints/manage-endpoints.ts';

/** The completed steps of a new account, and the data for the next step. */
export type FirstSteps = {
  hasKey: boolean;
  hasLiveKey: boolean;
  /** The API ID of the test key for the next test message; null if no test key is usable. */
  testKeyId: string | null;
  /** Whether a template must be registered before a message can be sent, because the account sends with its own header. */
  needsTemplate: boolean;
  /** A sample call with this key. The sample contains the secret while the sign-in is recent. */
  curl: (HighlightedCode & { hasSecret: boolean }) | null;
  /** Idempotency key of the next test message, so that submitting the form twice sends one message. */
  idempotencyKey: string;
  hasSentTest: boolean;
  /** The test message in the address. */
  sent: TrackedMessage | null;
  /** Whether there is a webhook endpoint, or a program has read a message. */
  getsResults: boolean;
  sender: 'none' | 'waiting' | 'approved';
  hasSentLive: boolean;
};

/** The oldest test key that can send any message, so without restrictions to templates or services. */
export const findTestKey = (keys: ApiKeyOutput[]): ApiKeyOutput | undefined =>
  keys.find(
    (key) =>
      !key.livemode &&
      isUsable(key) &&
      key.scopes.includes('messages:send') &&
      key.templates.length + key.services.length === 0,
  );

/**
 * Loads the first steps of an account. The steps are derived from the account's data and are not stored.
 *
 * @param keys all keys of the account
 * @param sentId the message in the address, untrusted
 * @returns null once all steps are done, or if the user has hidden the steps
 */
export async function loadFirstSteps(
  signedIn: SignedInUser,
  keys: ApiKeyOutput[],
  sentId: string | null,
): Promise<FirstSteps | null> {
  const { userId } = signedIn;
  if (await areFirstStepsHidden(userId)) return null;
  const testKey = findTestKey(keys);
  const { data: id } = safeText.safeParse(sentId);
  const [hasSentLive, tests, endpoints, hasRead, headers, sent] = await Promise.all([
    hasSentLiveMessage(userId),
    listWithoutTexts(userId, { limit: 1, livemode: false }),
    listEndpoints(userId),
    haveTextsBeenReadByApi(userId),
    listHeaders(userId),
    id === undefined ? null : findTrackedMessage(signedIn, id),
  ]);
  const getsResults = endpoints.length > 0 || hasRead;
  const hasSentTest = tests.entries.length > 0;
  const isApproved = headers.some(({ status }) => status === 'approved');
  if (keys.length > 0 && hasSentTest && getsResults && isApproved && hasSentLive) return null;
  const sendable = testKey ? await findSendable(userId, exampleTestRecipient) : null;
  const curl = testKey && sendable ? await loadCurl(signedIn, testKey.keyId, sendable) : null;
  return {
    hasKey: keys.length > 0,
    hasLiveKey: keys.some(({ livemode }) => livemode),
    testKeyId: testKey?.keyId ?? null,
    needsTemplate: testKey !== undefined && sendable === null,
    curl,
    idempotencyKey: randomUUID(),
    ...{ hasSentTest, sent, getsResults, hasSentLive },
    sender: isApproved ? 'approved' : headers.length > 0 ? 'waiting' : 'none',
  };
}

/** The sample that sends a message, with this key and a test number. */
async function loadCurl(
  signedIn: SignedInUser,
  keyId: string,
  sendable: Exclude<Awaited<ReturnType<typeof findSendable>>, null>,
) {
  const hasSecret = isRecentSignIn(signedIn);
  const placeholder = secretPlaceholderOf(keyId);
  const secretKey = hasSecret ? await revealSecret(signedIn.userId, keyId) : placeholder;
  const own = sendable === 'any text' ? null : sendable;
  const curl = fillIn((await readSample('send-message', keyId)).code.curl, 'curl', {
    ...{ keyId, recipient: exampleTestRecipient, message: own?.text ?? '', otp: '', service: '' },
    ...{
      sender: own?.sender ?? '',
      template: own?.templateId ?? '',
      sendAt: '',
      idempotencyKey: '',
    },
  });
  const fill = (code: string) => code.replaceAll(placeholder, secretKey);
  return { text: fill(curl.text), html: fill(curl.html), hasSecret };
}
