import { expect, test } from 'vitest';
import { createMailbox } from '#sandbox/mailbox/server.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import {
  axeViolations,
  findOverflowingWidths,
  launchBrowser,
  localhostUrl,
  openPage,
} from '../harness/browser.ts';
import { carrierConfig, carriers } from '../harness/product.ts';
import { startWorker } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { open } from '../support/cut-page.ts';
import { guessToCeiling } from '../support/guess-to-ceiling.ts';
import { field, press } from '../support/page-controls.ts';
import { aVisitor } from '../support/visitor.ts';

const mailbox = await stopAfterFile(createMailbox().then((box) => ({ ...box, stop: box.close })));
const smsc = await stopAfterFile(createSmsc().then((one) => ({ ...one, stop: one.close })));
const settings = {
  ...carriers(carrierConfig('first', smsc)),
  SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
};
const [web] = await Promise.all([
  sharedWeb({ TRUSTED_PROXIES: '1' }),
  stopAfterFile(startWorker(settings)),
]);

/** An account at its limit of wrong passwords. */
async function guessed() {
  const { email, password } = await aUser();
  const logIn = (fields: Record<string, string>, from = '198.51.100.1') =>
    client(web.url, null).post('/users/login', { email, ...fields }, { 'x-forwarded-for': from });
  await guessToCeiling(web.url, email);
  const codeInMail = () =>
    until('the code is mailed', () => {
      const [receivedEmail] = mailbox.mails.list(email);
      return /^(\d{6}) is your Dakiya login code$/.exec(receivedEmail?.subject ?? '')?.[1];
    });
  return { email, password, logIn, codeInMail };
}

test('over REST the response says that a code was emailed, and the owner logs in with the code', async () => {
  const { email, password, logIn, codeInMail } = await guessed();
  const wrong = await logIn({ password: 'wrong' });
  const right = await logIn({ password });
  for (const { status, body } of [wrong, right]) {
    expect([status, body.error.code, body.error.param]).toEqual([
      401,
      'login_code_required',
      'code',
    ]);
  }
  expect(right.body.message).toBe(wrong.body.message);
  const code = await codeInMail();
  expect(mailbox.mails.list(email)).toHaveLength(1);
  const bad = await logIn({ password, code: code === '000000' ? '000001' : '000000' });
  expect([bad.status, bad.body.error.code]).toEqual([401, 'login_code_incorrect']);
  const { status, body } = await logIn({ password, code: `${code.slice(0, 3)}-${code.slice(3)}` });
  expect([status, body.data?.user.email]).toEqual([200, email]);
});

test('without JavaScript the login page asks for the code, and accepts it', async () => {
  const { email, password, codeInMail } = await guessed();
  const visitor = aVisitor(web.url);
  expect((await visitor.get('/login')).html).not.toContain('name="code"');
  const response = await visitor.post('/login', { email, password });
  expect(response.status).toBe(401);
  expect(response.html).toContain('Check your email');
  expect(response.html).toMatch(/<input[^>]*name="code"/);
  expect(response.html).toContain(`value="${email}"`);
  expect(response.html).not.toContain(password);
  const code = await codeInMail();
  const wrong = await visitor.post('/login', { email, password: 'wrong', code });
  expect(wrong.html).toContain('The password or the code is incorrect, or the code has expired.');
  expect(wrong.html).toMatch(/<input[^>]*name="code"/);
  const unfinished = await visitor.post('/login', { email, password: '', code });
  expect(unfinished.html).toContain('Please enter your password');
  expect(unfinished.html).toMatch(/<input[^>]*name="code"/);
  expect((await visitor.post('/login', { email, password, code })).location).toBe('/dashboard');
});

test('the login form asks for the emailed code, and keeps its other input', async () => {
  const { email, password, codeInMail } = await guessed();
  const page = await openPage(await launchBrowser(), localhostUrl(web));
  await open(page, '/login');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await press(page, 'Login');
  const code = page.getByLabel('Code from your email');
  await code.waitFor();
  expect(await field(page, 'Password').inputValue()).toBe(password);
  expect(await axeViolations(page)).toEqual([]);
  expect(await findOverflowingWidths(page, [360, 1280])).toEqual([]);
  const digits = await codeInMail();
  await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  await press(page, 'Login');
  await page.waitForURL('**/dashboard');
});
