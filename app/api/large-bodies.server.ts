import type { IncomingMessage } from 'node:http';
import { findApiKeyOwner } from '#domain/identity/api-keys/find-api-key-owner.server.ts';
import { findSession } from '#domain/identity/sessions/find-session.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { importDltList, importDltTemplates } from './endpoints/dlt-import.server.ts';
import { addDltEvidence } from './endpoints/dlt-senders.server.ts';
import { importSuppressions } from './endpoints/suppressions.server.ts';
import { readApiKey, readBearerToken } from './pipeline/read-credentials.ts';

/** In bytes; a batch is the largest of usual bodies. */
export const usualMaxBody = 1024 * 1024;

/** Endpoints whose bodies may be larger. */
const largeEndpoints = [importDltTemplates, importDltList, importSuppressions, addDltEvidence];

/** In bytes, of these. */
export const largeMaxBody = Math.max(...largeEndpoints.map(({ maxBody }) => maxBody));

/** How long a large body may take to arrive, in milliseconds: 5 MiB at 1.4 Mbit/s. Others wait for its place. */
export const largeBodyMs = 30_000;

/** Large bodies that a web holds at once. They take two or three times their size. */
const maxAtOnce = 6;

/** Accounts whose large bodies are being handled. */
const accounts = new Set<string>();

const largePath = new RegExp(
  `^/api/v1(?:${largeEndpoints.map(({ path }) => path.replace(/\{\w+\}/g, '[^/?]+')).join('|')})/*(?:\\?|$)`,
  'i',
);

/**
 * Decides before the body is read whether more than `usualMaxBody` of it will be: of callers with valid credentials,
 * one an account. Without an account a caller cannot fill a web's memory.
 *
 * @returns what is to be called when the request is over; null if no more is read
 */
export function admitLargeBody(incoming: IncomingMessage): null | Promise<(() => void) | null> {
  const { method, url = '', headers } = incoming;
  if (method !== 'POST' || !largePath.test(url)) return null;
  if (Number(headers['content-length']) <= usualMaxBody) return null;
  return admit(new Headers(Object.entries(headers) as [string, string][]));
}

async function admit(headers: Headers): Promise<(() => void) | null> {
  const userId = await findCaller(headers);
  if (userId === null || accounts.has(userId) || accounts.size >= maxAtOnce) return null;
  accounts.add(userId);
  return () => accounts.delete(userId);
}

/** @returns null if the call will be refused, which says why */
async function findCaller(headers: Headers): Promise<string | null> {
  try {
    const credentials = readApiKey(headers);
    const token = readBearerToken(headers);
    if (credentials) return (await findApiKeyOwner(credentials)).userId;
    return token === null ? null : ((await findSession(token, 'program'))?.userId ?? null);
  } catch (error) {
    if (error instanceof DomainError || isDatabaseUnavailable(error)) return null;
    throw error;
  }
}
