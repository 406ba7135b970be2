import {
  findSuppressed,
  suppressedError,
} from '#domain/messaging/recipients/suppressions.server.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import { checkDlt } from '../dlt/check/check-dlt.ts';
import { findStart, wrongHour } from '../dlt/check/promotional.ts';
import { type LoadedRegistry, loadRegistry } from '../dlt/registry/load-registry.server.ts';
import { loadInstallation } from '../dlt/sending/identify.server.ts';
import { profileOf } from '../dlt/sending/profile-of.server.ts';
import type { ReservedMessage } from './contract.ts';
import { readText } from './prepare-submits.server.ts';

/** Why a message may not be sent now, and in how many milliseconds it may be; null if waiting does not help. */
export type Hindrance = { reason: string; waitMs: number | null };

const isConcerned = ({ entityId, promotional }: ReservedMessage) =>
  entityId !== null || promotional;

/**
 * Checks an account's messages once more, before they wait for a carrier: since they were accepted, a header may have been
 * suspended, a template withdrawn, a number suppressed, or the hours for promotional messages may have ended.
 *
 * @returns those that may not be sent now
 */
export async function findHindrances(
  userId: string,
  messages: readonly ReservedMessage[],
): Promise<ReadonlyMap<ReservedMessage, Hindrance>> {
  const found = new Map<ReservedMessage, Hindrance>();
  const concerned = messages.filter(isConcerned);
  if (concerned.length === 0) return found;
  const [own, installation, suppressed] = await Promise.all([
    loadRegistry(userId),
    loadInstallation(),
    findSuppressed(
      userId,
      concerned.filter(({ promotional }) => promotional).map(({ recipient }) => recipient),
    ),
  ]);
  await mapInSlices(concerned, (message) => {
    const { entityId, promotional, recipient } = message;
    const hindrance =
      promotional && suppressed.has(recipient)
        ? toHindrance(suppressedError.code, suppressedError.message)
        : findHindrance(message, entityId === null ? installation : own);
    if (hindrance) found.set(message, hindrance);
  });
  return found;
}

function findHindrance(
  message: ReservedMessage,
  { registry, mode }: LoadedRegistry,
): Hindrance | null {
  const { recipient, sender, templateId, entityId, promotional, mayWait, validUntil } = message;
  const now = new Date(databaseClock.now());
  // What was accepted with a warning is not refused for it; whose header it is matters in every mode.
  const profile = profileOf(mode === 'enforce' ? mode : 'off');
  const hours = profile.promotionalHours;
  const start = promotional ? findStart(recipient, hours, now) : null;
  if (start && mayWait) {
    const waitMs = start < validUntil ? start.getTime() - now.getTime() : null;
    const { code, detail } = wrongHour(hours);
    return toHindrance(code, detail, waitMs);
  }
  if (entityId === null) {
    const { code, detail } = wrongHour(hours);
    return start && mode === 'enforce' ? toHindrance(code, detail) : null;
  }
  const text = tryToRead(message);
  if (text === null) return null;
  const given = { text, recipient, sender, entityId, templateId: templateId ?? undefined };
  const { error } = checkDlt(given, registry, now, profile);
  return error && toHindrance(error.code, error.detail);
}

/** @returns null for a text that cannot be decrypted: its message ends when it is to be submitted */
function tryToRead(message: ReservedMessage): string | null {
  try {
    return readText(message);
  } catch {
    return null;
  }
}

const toHindrance = (code: string, detail: string, waitMs: number | null = null): Hindrance => ({
  reason: `${code}: ${detail}`,
  waitMs,
});
