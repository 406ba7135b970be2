import { beforeEach, expect, test, vi } from 'vitest';
import { getBalance } from '#app/api/endpoints/billing.server.ts';
import { authenticate } from '#app/api/pipeline/authenticate.server.ts';
import { issueMailedToken } from '#domain/identity/accounts/account-tokens.ts';
import { checkPassword } from '#domain/identity/accounts/change-password.ts';
import { logIn } from '#domain/identity/accounts/log-in.ts';
import { resetPassword } from '#domain/identity/accounts/reset-password.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { reportLeak } from '#domain/identity/api-keys/report-leak.ts';
import { updateKey } from '#domain/identity/api-keys/user-keys.ts';
import { logger } from '#platform/logger.ts';
import { anAccount, aUser } from '../support/account.ts';

const info = vi.spyOn(logger, 'info');
const from = '192.0.2.7';
const device = { kind: 'program', userAgent: 'curl/8', device: '' } as const;

beforeEach(() => {
  info.mockClear();
});

const logged = () =>
  info.mock.calls.flatMap(([fields, text]) =>
    text === ('authentication' as never) ? [fields] : [],
  );

test('successful and failed logins are logged with the account id but without email address and password', async () => {
  const { userId: accountId, email, password } = await aUser();
  await logIn({ email, password }, device, { from });
  const wrong = { email, password: 'a wrong horse' };
  await expect(logIn(wrong, device, { from })).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
  const nobody = { email: 'nobody@example.com', password: 'a wrong horse' };
  await expect(logIn(nobody, device, { from })).rejects.toBeDefined();
  const by = 'password';
  const reason = 'invalid_credentials';
  expect(logged()).toEqual([
    { authEvent: 'login_succeeded', accountId, from, by },
    { authEvent: 'login_failed', accountId, from, by, reason },
    { authEvent: 'login_failed', from, by, reason },
  ]);
  expect(JSON.stringify(info.mock.calls)).not.toMatch(/horse|@example/);
});

test('password confirmations and resets are logged with the account id but without email address and password', async () => {
  const { userId: accountId, email, password } = await aUser();
  await checkPassword(accountId, password, { from });
  await expect(checkPassword(accountId, 'a wrong horse', { from })).rejects.toBeDefined();
  const token = await issueMailedToken('reset_password', accountId, email);
  await resetPassword(token, 'seventeen green otters', { from });
  expect(logged()).toEqual([
    { authEvent: 'password_confirmed', accountId, from },
    { authEvent: 'password_refused', accountId, from, reason: 'invalid_parameter' },
    { authEvent: 'password_reset', accountId, from },
  ]);
  expect(JSON.stringify(info.mock.calls)).not.toContain(token);
});

test('use of an inactive or refused key is logged without the secret', async () => {
  const { userId: accountId } = await anAccount();
  const { _id, keyId, secretKey } = await createKey({ userId: accountId, name: 'Shop' });
  await updateKey(accountId, _id, { isActive: false });
  await reportLeak(secretKey);
  const headers = { 'x-api-id': keyId, 'x-api-key': secretKey };
  const call = {
    request: new Request('http://localhost/', { headers }),
    requestId: 'req_1',
    client: { clientAddress: from, exactAddress: from },
    headers: new Map(),
    onKeyOwner: () => undefined,
  };
  await expect(authenticate(getBalance, call)).rejects.toMatchObject({ code: 'key_inactive' });
  expect(logged()).toEqual([
    { authEvent: 'key_turned_off', accountId, keyId, reason: 'owner' },
    { authEvent: 'key_turned_off', keyId, reason: 'leak_reported' },
    { authEvent: 'credentials_refused', from, reason: 'key_inactive' },
  ]);
  expect(JSON.stringify(info.mock.calls)).not.toContain(secretKey);
});
