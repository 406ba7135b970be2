import { recordRefused } from '#domain/audit/record-audit.ts';
import { DomainError, type ErrorCode } from '#domain/shared/errors.browser.ts';
import { logger } from '#platform/logger.ts';

/**
 * The authentication events that are logged. Their names must not change, because `docs/operations.md` lists them and
 * operators' alerts depend on them. No log line contains a password, code, token, key or email address.
 */
export type AuthEvent =
  | 'login_succeeded'
  | 'login_failed'
  | 'login_limited'
  | 'login_code_asked'
  | 'password_confirmed'
  | 'password_refused'
  | 'password_changed'
  | 'password_reset'
  | 'credentials_refused'
  | 'key_turned_off'
  | 'login_factor_asked'
  | 'factor_confirmed'
  | 'factor_refused'
  | 'factors_changed';

type About = {
  /** Omitted if the account is unknown. */
  accountId?: string | undefined;
  /** An API ID. */
  keyId?: string | undefined;
  /** The client's address as `rateLimitAddress` gives it. */
  from?: string | null | undefined;
  reason?: ErrorCode | string | undefined;
  /** The method of the sign-in. */
  by?: 'password' | 'provider' | 'passkey' | undefined;
};

export const logAuthEvent = (authEvent: AuthEvent, about: About): void =>
  logger.info({ authEvent, ...about }, 'authentication');

function recordFailure(failed: AuthEvent, accountId: string, reason: string): void {
  const action = failed === 'login_failed' ? 'session.create' : 'password.confirm';
  recordRefused({ accountId, action, after: { reason } });
}

/** Runs and logs an attempt to sign in or to confirm a password. Returns the attempt's result, or throws its error. */
export async function loggingAttempt<T>(
  names: { succeeded: AuthEvent | ((result: T) => AuthEvent); failed: AuthEvent },
  about: About,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    const result = await attempt();
    const { succeeded } = names;
    logAuthEvent(typeof succeeded === 'function' ? succeeded(result) : succeeded, about);
    return result;
  } catch (error) {
    if (error instanceof DomainError) {
      const { code: reason } = error;
      const limited = {
        rate_limited: 'login_limited',
        login_code_required: 'login_code_asked',
        second_factor_required: 'login_factor_asked',
      };
      const name = limited[reason as keyof typeof limited] as AuthEvent | undefined;
      logAuthEvent(name ?? names.failed, { ...about, reason });
      // Errors with a `name` are not failures: a limit ended the attempt before the password was checked, or the user
      // must also enter a code.
      if (!name && about.accountId) recordFailure(names.failed, about.accountId, reason);
    }
    throw error;
  }
}
