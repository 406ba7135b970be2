import { setTimeout as pause } from 'node:timers/promises';
import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import {
  authenticateKey,
  consumeRateLimit,
  requireMaySend,
} from '#app/api/pipeline/authenticate.server.ts';
import {
  parseJson,
  requireNoCoding,
  requireWholeBody,
} from '#app/api/pipeline/read-input.server.ts';
import {
  commonHeaders,
  failure,
  type ResponseHeaders,
  toDomainError,
} from '#app/api/respond.server.ts';
import { isForm, readFields, readForm } from '#app/compat/read-form.server.ts';
import { findOwnerSettings } from '#domain/identity/api-keys/find-api-key-owner.ts';
import { logAuthEvent } from '#domain/identity/auth-events.ts';
import type { HookCall, HookKind, HookResult } from '#domain/messaging/hooks/contract.ts';
import { findKind } from '#domain/messaging/hooks/kinds/hook-kinds.ts';
import { type CalledHook, findCalledHook } from '#domain/messaging/hooks/manage-hooks.ts';
import { type Sent, sendHook } from '#domain/messaging/hooks/send-hook.ts';
import { logFailedRequest } from '#domain/messaging/request-log/log-failed-request.ts';
import { DomainError, sentenceForPeople } from '#domain/shared/errors.browser.ts';
import type {
  ApiRequestContext,
  PlainHandler,
  PlainRequest,
  PlainResponse,
} from '#platform/http/api-adapter.ts';
import { newId } from '#platform/ids.ts';
import { addLogContext, withLogContext } from '#platform/logger.ts';
import { confirmRefusal, rememberReads } from '#platform/ttl-cache.ts';

const hookPath = /^\/api\/hooks\/([^/]+)\/([^/]+)\/?$/i;

export const isHookPath = (pathname: string): boolean => hookPath.test(pathname);

/** Returns the kind of hook at a path; null if there is none. */
function matchPath(pathname: string): { name: string; kind: HookKind; id: string } | null {
  const [, name = '', id = ''] = hookPath.exec(pathname) ?? [];
  const kind = findKind(name.toLowerCase());
  return kind ? { name: name.toLowerCase(), kind, id } : null;
}

/** Maximum size of a call's body in bytes; null if the path does not belong to a hook. */
export const findHookMaxBody = (pathname: string): number | null =>
  matchPath(pathname)?.kind.maxBody ?? null;

type Call = {
  request: PlainRequest;
  context: ApiRequestContext;
  requestId: string;
  headers: ResponseHeaders;
};

/** Answers a call from another product to a hook, in the response format that the product expects. */
export const answerHook: PlainHandler = (request, context) => {
  const requestId = newId('req');
  const headers = commonHeaders(requestId);
  return withLogContext({ requestId }, async (): Promise<PlainResponse> => {
    const [pathname = ''] = request.url.split('?', 1);
    const found = matchPath(pathname);
    if (!found) {
      const message = 'There is no kind of hook by this name. See /docs/hooks.';
      return failure(new DomainError('not_found', { message }), requestId, headers);
    }
    context.endpoint = `/hooks/${found.name}`;
    const result = await toResult({ request, context, requestId, headers }, found);
    if (!result.ok && result.retryAfterSeconds !== undefined) {
      headers.set('retry-after', String(result.retryAfterSeconds));
    }
    const { status, body, type } = found.kind.answer(result, requestId);
    const media = type === 'json' ? 'application/json' : 'text/plain; charset=utf-8';
    headers.set('content-type', media);
    return { status, headers, body };
  });
};

type Found = NonNullable<ReturnType<typeof matchPath>>;

/**
 * Runs a call and returns its result. If it fails and the hook exists, the failure is added to the owner's
 * request log.
 */
async function toResult(call: Call, found: Found): Promise<HookResult> {
  let hook: CalledHook | null = null;
  try {
    const { ids, error } = await withinDeadline(found.kind, () =>
      rememberReads(() =>
        confirmRefusal(async () => {
          hook = await findCalledHook(found.id);
          return carryOut(call, found, hook);
        }, isRefusal),
      ),
    );
    if (error) throw error;
    return { ok: true, messageIds: ids };
  } catch (thrown) {
    const { error, isLogged } = await limitGuesses(toDomainError(thrown), call);
    if (hook && isLogged) await logFailedCall(hook, found, call, error);
    const { code, param, retryAfterSeconds } = error;
    return {
      ok: false,
      ...{ status: httpStatusByErrorCode[code], code, reason: sentenceForPeople(error) },
      ...(param !== undefined && { param }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  }
}

/**
 * Whether a call failed without changing anything. The caller may then repeat it with fresh data, in case a
 * cached value was stale.
 */
const isRefusal = (outcome: PromiseSettledResult<Sent>): boolean =>
  outcome.status === 'rejected'
    ? outcome.reason instanceof DomainError
    : outcome.value.error !== null && outcome.value.ids.length === 0;

/**
 * Waits for a call only as long as the product does. A slower call may still succeed; when the product retries the same
 * event, it gets the result of the first call.
 *
 * @throws DomainError `unavailable` after the deadline
 */
async function withinDeadline<T>({ deadlineMs }: HookKind, work: () => Promise<T>): Promise<T> {
  if (deadlineMs === undefined) return work();
  const end = new AbortController();
  const passed = pause(deadlineMs, undefined, { signal: end.signal }).then((): never => {
    const message = 'The message could not be accepted in time. Please try again.';
    throw new DomainError('unavailable', { message, retryAfterSeconds: 1 });
  });
  return Promise.race([work(), passed]).finally(() => end.abort());
}

/** Authenticates a call, and sends its messages. */
async function carryOut(call: Call, { kind, name }: Found, hook: CalledHook | null): Promise<Sent> {
  const { context, headers, requestId } = call;
  if (!hook || hook.kind !== name) {
    throw new DomainError('not_found', { message: 'There is no hook at this address.' });
  }
  addLogContext({ accountId: hook.userId });
  if (!(kind.methods as readonly string[]).includes(context.method)) {
    headers.set('allow', kind.methods.join(', '));
    const message = `This hook accepts only the HTTP method ${kind.methods.join(' or ')}.`;
    throw new DomainError('method_not_allowed', { message });
  }
  const hookCall = readCall(call, kind);
  if (hook.secrets.length === 0) {
    const message = 'This hook waits for its signing key: enter it on the page of the hook.';
    throw new DomainError('invalid_credentials', { message });
  }
  kind.authenticate(hookCall, hook.secrets);
  const caller = { ...(await toCaller(hook, context.exactAddress)), requestId };
  const limit = caller.settings.rateLimiting ? 'calls' : 'hard';
  await consumeRateLimit(limit, hook.id, headers);
  requireMaySend(caller);
  return sendHook({ hook, kind, call: hookCall, caller, from: context.clientAddress });
}

/**
 * Returns the hook's account as a caller whose scopes allow sending.
 *
 * @throws DomainError `key_inactive`, `address_not_allowed`
 */
async function toCaller(
  { userId, id, livemode, isActive, isSuspended }: CalledHook,
  address: string,
) {
  if (!isActive) throw new DomainError('key_inactive', { message: 'This hook is turned off.' });
  return authenticateKey(
    {
      ...{
        userId,
        keyId: id,
        livemode,
        isActive,
        isSuspended,
        expiresOn: null,
        keyAddresses: null,
      },
      ...{ scopes: ['messages:send', 'otp'], restriction: null },
      ...(await findOwnerSettings(userId)),
    },
    address,
  );
}

const json = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i;

/** @throws DomainError `invalid_json`, `unsupported_media_type`, `invalid_parameter`, and the errors of `requireWholeBody` */
function readCall({ request, context }: Call, kind: HookKind): HookCall {
  const { headers, url } = request;
  const { rawBody: raw, bodyProblem } = context;
  requireNoCoding(headers);
  requireWholeBody(bodyProblem, kind.maxBody);
  const query = readFields(url.split(/\?(.*)/s, 2)[1] ?? '');
  if (raw.byteLength === 0) return { headers, query, raw, payload: query };
  const type = headers.get('content-type')?.trim() ?? '';
  if (isForm(headers)) return { headers, query, raw, payload: readForm(headers, raw) };
  if (json.test(type)) return { headers, query, raw, payload: parseJson(raw) };
  const message =
    'Send JSON, with Content-Type: application/json, or a form, with application/x-www-form-urlencoded.';
  throw new DomainError('unsupported_media_type', { message });
}

/** Limits failures per client address, as for API keys, so that secrets cannot be guessed. */
async function limitGuesses(
  error: DomainError,
  { context, headers }: Call,
): Promise<{ error: DomainError; isLogged: boolean }> {
  const isGuess = ['invalid_credentials', 'not_found', 'address_not_allowed'].includes(error.code);
  if (!isGuess) return { error, isLogged: true };
  try {
    await consumeRateLimit('failures', context.clientAddress, headers);
    logAuthEvent('credentials_refused', { from: context.clientAddress, reason: error.code });
    return { error, isLogged: true };
  } catch (reached) {
    // Failures over the limit are not recorded, so that guessing cannot fill the log of an owner.
    return { error: toDomainError(reached), isLogged: false };
  }
}

/** Records a failed call if the owner has turned error logging on. Messages about the input contain none of its values. */
async function logFailedCall(
  { userId, id }: CalledHook,
  { name }: Found,
  { context, requestId }: Call,
  { code, message, param }: DomainError,
): Promise<void> {
  const { settings } = await findOwnerSettings(userId);
  if (!settings.errorLogging) return;
  logFailedRequest({
    ...{ userId, keyId: id, method: context.method, path: `/hooks/${name}/${id}` },
    ...{ status: httpStatusByErrorCode[code], code, message, param: param ?? null },
    ...{ clientAddress: context.exactAddress, requestId },
  });
}
