import type { IncomingMessage } from 'node:http';
import { findCompatEndpoints, withCompatCredentials } from '#app/compat/answer-compat.server.ts';
import { findHookMaxBody } from '#app/hooks/answer-hook.server.ts';
import { findApiKeyOwner } from '#domain/identity/api-keys/find-api-key-owner.ts';
import { findSession } from '#domain/identity/sessions/create-session.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { type RequestHeaders, readHeaders } from '#platform/http/api-adapter.ts';
import type { BodyOptions, BodyPlan } from '#platform/http/read-body.ts';
import { ofInstance, openedAtStart } from '#platform/instance.ts';
import { createBodyBudget, reportBodyBudget } from '#platform/limits/body-budget.ts';
import { confirmRefusal } from '#platform/ttl-cache.ts';
import { hasApiKey, readApiKey, readBearerToken } from './pipeline/authenticate.server.ts';
import { smallBody } from './pipeline/within-body-budget.server.ts';
import { findEndpoints } from './router.server.ts';

const kibibyte = 1_024;
const mebibyte = 1_024 * kibibyte;

/** Maximum size of a body without credentials, in bytes: sign-up, login, and the payment provider's webhooks. */
const unknownMaxBody = 64 * kibibyte;

/** Maximum size of a request of the Model Context Protocol, in bytes. */
export const maxMcpBody = 64 * kibibyte;

/**
 * A body that is larger than this, in bytes, is a file, because a batch is not larger. Handling a file takes memory of two or
 * three times its size.
 */
const heldFrom = mebibyte;

/**
 * The memory budget for large bodies. A client that sends less than 2 KiB a second, measured over five seconds, is rejected,
 * because it holds memory that other clients could use. A connection of 150 kbit/s carries 18 KiB a second.
 */
const budget = ofInstance(() =>
  createBodyBudget({
    total: 48 * mebibyte,
    perOwner: 6 * mebibyte,
    maxWaiting: { perOwner: 8, total: 200 },
    maxWaitMs: 20_000,
    minBytesPerSecond: 2 * kibibyte,
    checkMs: 5_000,
  }),
);
openedAtStart(() => reportBodyBudget(budget));

/**
 * How bodies of the API are read. Single messages and small batches are read at once. The credentials are checked before larger
 * bodies are read, so that strangers cannot fill a web server's memory.
 */
export const apiBodies: BodyOptions = { smallBody, plan: planBody, budget };

async function planBody(
  incoming: IncomingMessage,
  clientAddress: string,
): Promise<BodyPlan | null> {
  const { url = '', method } = incoming;
  const [pathname = ''] = url.split('?', 1);
  if (/^\/mcp\/?$/i.test(pathname)) {
    const owner = await findCaller(readHeaders(incoming));
    return owner === null ? null : { owner, maxBody: maxMcpBody, isHeld: false };
  }
  const maxOfHook = findHookMaxBody(pathname);
  if (maxOfHook !== null) {
    return { owner: `address ${clientAddress}`, maxBody: maxOfHook, isHeld: false };
  }
  const found = findEndpoints(pathname) ?? findCompatEndpoints(pathname);
  const endpoint = found?.endpoints.find((one) => one.method === method);
  if (!endpoint?.body && !endpoint?.form) return null;
  if (endpoint.auth === 'none') {
    const maxBody = Math.min(endpoint.maxBody, unknownMaxBody);
    return { owner: `address ${clientAddress}`, maxBody, isHeld: false };
  }
  const owner = await findCaller(withCompatCredentials(url, readHeaders(incoming)));
  if (owner === null) return null;
  return { owner, maxBody: endpoint.maxBody, isHeld: endpoint.maxBody > heldFrom };
}

/** @returns null if the pipeline will reject the call */
async function findCaller(headers: RequestHeaders): Promise<string | null> {
  try {
    return await confirmRefusal(
      () => (hasApiKey(headers) ? findOwner(headers) : findSignedIn(headers)),
      (outcome) =>
        outcome.status === 'fulfilled'
          ? outcome.value === null
          : outcome.reason instanceof DomainError,
    );
  } catch (error) {
    if (error instanceof DomainError || isDatabaseUnavailable(error)) return null;
    throw error;
  }
}

async function findOwner(headers: RequestHeaders): Promise<string | null> {
  const credentials = readApiKey(headers);
  const owner = credentials && (await findApiKeyOwner(credentials));
  return owner?.isActive ? owner.userId : null;
}

async function findSignedIn(headers: RequestHeaders): Promise<string | null> {
  const token = readBearerToken(headers);
  return token === null ? null : ((await findSession(token, 'program'))?.userId ?? null);
}
