import { afterEach, expect, test, vi } from 'vitest';
import { paths } from '#app/paths.ts';
import { createSession, findSession } from '#domain/identity/sessions/create-session.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { runCommand } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { asProgram, aUser } from '../support/account.ts';
import { anApp } from '../support/factors.ts';
import { aMember } from '../support/member.ts';
import { anOperator } from '../support/operator.ts';
import { signedIn } from '../support/signed-in.ts';

const web = await sharedWeb();
const minute = 60_000;

const operator = (...args: string[]) => runCommand('operator', args, {});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Looks a session up at a number of minutes after its start. */
async function aSessionOf(userId: string, kind: 'browser' | 'program') {
  const began = clock.now().getTime();
  const token = await createSession(userId, { ...asProgram, kind });
  return async (minutes: number) => {
    vi.spyOn(clock, 'now').mockImplementation(() => new Date(began + minutes * minute));
    return (await findSession(token, kind)) !== null;
  };
}

test('an operator’s session in a browser ends after 30 minutes without use', async () => {
  const { userId } = await anOperator(web.url);
  const after = await aSessionOf(userId, 'browser');
  expect(await after(29)).toBe(true);
  expect(await after(58)).toBe(true);
  expect(await after(89)).toBe(false);
});

test('an operator’s session in a browser ends after 12 hours of use', async () => {
  const { userId } = await anOperator(web.url);
  const after = await aSessionOf(userId, 'browser');
  for (let minutes = 0; minutes < 720; minutes += 20) expect(await after(minutes)).toBe(true);
  expect(await after(719)).toBe(true);
  expect(await after(721)).toBe(false);
});

test('an operator’s session of an API client lasts as long as other sessions, but the console rejects it', async () => {
  const { userId } = await anOperator(web.url);
  const after = await aSessionOf(userId, 'program');
  expect(await after(24 * 60)).toBe(true);
});

test('the command grants a role, which works only after a sign-in with a second factor, and revokes the role at once', async () => {
  const { user, visitor } = await aMember(web.url);
  expect(await operator('grant', user.email, '--role', 'support')).toMatchObject({
    how: 'exit code 0',
    text: expect.stringContaining(`${user.email} is now an operator with the role support`),
  });
  // The user was signed out, but the browser still has the cookie that names its last user.
  expect(await visitor.get(paths.operator('now'))).toMatchObject({
    location: paths.loginThen('/operator'),
  });
  const again = await signedIn(web.url, user);
  const listed = async () => (await operator('list')).text;
  expect(await listed()).toMatch(`${user.email}: support since `);
  expect(await listed()).toMatch('has no second factor yet');
  expect((await again.get('/operator')).status).toBe(403);
  await anApp(user.userId);
  const unproved = await again.get('/operator');
  expect(unproved.status).toBe(403);
  expect(unproved.html).toContain('Sign in with your second factor');
  const proved = await signedIn(web.url, user, ['password', 'totp']);
  const { status, html } = await proved.get('/operator');
  expect(status).toBe(200);
  expect(html).toContain('Now');
  expect((await operator('revoke', user.email)).how).toBe('exit code 0');
  expect((await proved.get('/operator')).status).toBe(404);
  expect((await operator('revoke', user.email)).how).toBe('exit code 1');
});

test('the command rejects unknown and unconfirmed addresses, and unknown roles', async () => {
  const unconfirmed = await aUser({ confirmed: false });
  expect(await operator('grant', 'no.one@example.com', '--role', 'owner')).toEqual({
    how: 'exit code 1',
    text: 'There is no account with the address no.one@example.com.',
  });
  expect(await operator('grant', unconfirmed.email, '--role', 'owner')).toEqual({
    how: 'exit code 1',
    text: `The address ${unconfirmed.email} is not confirmed yet.`,
  });
  for (const args of [
    ['grant', unconfirmed.email],
    ['grant', 'a@example.com', '--role', 'king'],
    ['list', 'x'],
  ])
    expect((await operator(...args)).how).toBe('exit code 2');
  expect(await prisma.operator.count({ where: { userId: unconfirmed.userId } })).toBe(0);
});

test('the audit trail names the user of the shell who grants a role', async () => {
  const { user } = await aMember(web.url);
  await runCommand('operator', ['grant', user.email, '--role', 'finance'], { SUDO_USER: 'asha' });
  const [event] = await query<{ body: Buffer; details: Buffer }>(
    'last-grant',
    `SELECT body, details FROM audit.events WHERE action = 'operator.grant' ORDER BY at DESC LIMIT 1`,
    [],
  );
  expect(JSON.parse(String(event?.body)).actor).toEqual({
    kind: 'operator',
    id: 'command:operator',
  });
  expect(JSON.parse(String(event?.details))).toMatchObject({
    label: 'asha',
    names: [user.email],
  });
});
