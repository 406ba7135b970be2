import { findSuppressed, suppressedError } from '#domain/messaging/recipients/suppressions.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import { confirmRefusal } from '#platform/ttl-cache.ts';
import { checkDlt } from '../dlt/check/check-dlt.ts';
import { checkOwner } from '../dlt/check/check-identities.ts';
import { findStart, wrongHour } from '../dlt/check/promotional.ts';
import { type LoadedRegistry, loadRegistry } from '../dlt/registry/load-registry.ts';
import { profileOf } from '../dlt/sending/identify.ts';
import { installationAccount, loadInstallation } from '../dlt/sending/installation.ts';
import { systemUserId } from '../messaging/notification-channels/send-sms.ts';
import { nextEnd, nextStart } from '../sms/hours.ts';
import type { ReservedMessage } from './contract.ts';
import { readText } from './prepare-submits.ts';

/**
 * Why a message may not be sent now. `waitMs` is the time in milliseconds after which it may be sent, or null if waiting does
 * not help.
 */
export type SubmitFinding = { reason: string; waitMs: number | null };

const promotionalHours = () => profileOf('enforce').promotionalHours;

/**
 * Whether the DLT check applies to a message. The check does not apply to messages without a template under the installation's
 * identity, because these were not checked at acceptance either. It does not apply to notifications, because the installation
 * writes their texts.
 */
const isChecked = ({ entityId, templateId, userId }: ReservedMessage) =>
  entityId !== null ||
  (installationAccount() !== null && templateId !== null && userId !== systemUserId);

/**
 * Whether a message is checked again. Test messages of accounts without a DLT identity are not checked again, because they were
 * accepted with warnings.
 */
const isConcerned = (message: ReservedMessage) =>
  message.livemode ? message.promotional || isChecked(message) : isOfOwnIdentity(message);

const isOfOwnIdentity = ({ entityId, awaitsReceipt }: ReservedMessage) =>
  entityId !== null && !awaitsReceipt;

/**
 * Checks an account's messages again before they wait for a carrier. Since they were accepted, a header may have been
 * suspended, a template may have been withdrawn, a number may have been suppressed, or the hours for promotional messages may
 * have ended.
 *
 * @returns the messages that may not be sent now, with the reason. Promotional messages that may be sent now get `closesAt`,
 *   the end of the allowed hours, because the next free slot may come after that time
 */
export async function checkBeforeSubmit(
  userId: string,
  messages: readonly ReservedMessage[],
): Promise<ReadonlyMap<ReservedMessage, SubmitFinding>> {
  const concerned = messages.filter(isConcerned);
  if (concerned.length === 0) return new Map();
  // If a message is refused, the registry is read again, because this worker's cached copy may be older than the message.
  return confirmRefusal(
    () => checkOnce(userId, concerned),
    (outcome) => outcome.status === 'fulfilled' && outcome.value.size > 0,
  );
}

async function checkOnce(
  userId: string,
  concerned: readonly ReservedMessage[],
): Promise<ReadonlyMap<ReservedMessage, SubmitFinding>> {
  const found = new Map<ReservedMessage, SubmitFinding>();
  const promotional = concerned.filter((message) => message.promotional);
  const [own, installation, suppressed] = await Promise.all([
    concerned.some(({ entityId }) => entityId !== null) ? loadRegistry(userId) : null,
    concerned.some(({ entityId }) => entityId === null) ? loadInstallation() : null,
    findSuppressed(
      userId,
      promotional.map(({ recipient }) => recipient),
    ),
  ]);
  await mapInSlices(concerned, (message) => {
    const { entityId, recipient } = message;
    const identity = entityId === null ? installation : own;
    invariant(identity, 'the registry of each message that is checked is read');
    const finding =
      message.promotional && suppressed.has(recipient)
        ? toFinding(suppressedError.code, suppressedError.message)
        : (findWrongHour(message, identity) ??
          (isChecked(message) ? findRefusal(message, identity) : null));
    if (finding) found.set(message, finding);
  });
  return found;
}

/**
 * Checks the hours for promotional messages. Applies in the mode `enforce`; messages that can wait (`mayWait`) are checked in
 * every mode.
 */
function findWrongHour(message: ReservedMessage, { mode }: LoadedRegistry): SubmitFinding | null {
  const { promotional, recipient, mayWait } = message;
  if (!promotional || !(mayWait || mode === 'enforce')) return null;
  const now = new Date(databaseClock.now());
  const start = findStart(recipient, promotionalHours(), now);
  if (start) return toWrongHour(message, now, start);
  const end = nextEnd(promotionalHours(), now);
  if (end) message.closesAt = end;
  return null;
}

/**
 * Checks the hours of a message again, directly before it is submitted.
 *
 * @param now by PostgreSQL's clock
 */
export function findClosed(message: ReservedMessage, now: Date): SubmitFinding | null {
  if (message.closesAt === undefined || now < message.closesAt) return null;
  return toWrongHour(message, now, nextStart(promotionalHours(), now));
}

function toWrongHour(
  { mayWait, validUntil }: ReservedMessage,
  now: Date,
  start: Date,
): SubmitFinding {
  const { code, detail } = wrongHour(promotionalHours());
  const waits = mayWait && start < validUntil;
  return toFinding(code, detail, waits ? start.getTime() - now.getTime() : null);
}

/**
 * Checks in every mode whether the account still owns the header, even if the account has removed its whole registry. A message
 * under the installation's identity is not checked if the installation's registry is empty, because in this case the settings
 * of the installation decide. The other checks apply only in the mode `enforce` and to messages with a template, so that a
 * message which was accepted with a warning is not rejected now for the same reason.
 */
function findRefusal(
  message: ReservedMessage,
  { registry, mode }: LoadedRegistry,
): SubmitFinding | null {
  const { recipient, sender, templateId, entityId } = message;
  if (entityId === null && registry.isEmpty) return null;
  const notOwned = checkOwner({ registry }, sender);
  if (notOwned) return toFinding(notOwned.code, notOwned.detail);
  const text = templateId === null || mode !== 'enforce' ? null : tryToRead(message);
  if (text === null || templateId === null) return null;
  const now = new Date(databaseClock.now());
  const given = { text, recipient, sender, templateId, ...(entityId !== null && { entityId }) };
  const { error } = checkDlt(given, registry, now, profileOf(mode));
  return error && toFinding(error.code, error.detail);
}

/** @returns null if the text cannot be decrypted: `deliverMessage` then ends the message */
function tryToRead(message: ReservedMessage): string | null {
  try {
    return readText(message);
  } catch {
    return null;
  }
}

const toFinding = (code: string, detail: string, waitMs: number | null = null): SubmitFinding => ({
  reason: `${code}: ${detail}`,
  waitMs,
});
