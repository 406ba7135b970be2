import { createTransport } from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { startWeb } from '../web/server.ts';
import { mailboxRoutes } from './routes.ts';
import { createMailbox } from './server.ts';

/** A mailbox with its page and an SMTP client. */
async function aMailbox() {
  const mailbox = await createMailbox();
  const routers = [mailboxRoutes({ mailbox, host: '127.0.0.1' })];
  const web = await startWeb({ host: '127.0.0.1', port: 0, routers });
  const mailer = createTransport({ host: '127.0.0.1', port: mailbox.port });
  onTestFinished(async () => {
    mailer.close();
    await web.close();
    await mailbox.close();
  });
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${web.port}${path}`, { redirect: 'manual', ...init });
  return {
    port: mailbox.port,
    call,
    page: async (path = '/mailbox') => (await call(path)).text(),
    json: async (to = '') => (await call(`/mailbox.json?to=${encodeURIComponent(to)}`)).json(),
    send: (to: string, subject: string, more: { text?: string; html?: string } = {}) =>
      mailer.sendMail({ from: 'post@dakiya.test', to, subject, text: 'Hello', ...more }),
  };
}

test('lists emails of an address, case-insensitively, newest first', async () => {
  const { send, json } = await aMailbox();
  await send('asha@example.com', 'First', { text: 'नमस्ते ₹', html: '<p>नमस्ते</p>' });
  await send('ravi@example.com', 'Other');
  await send('asha@example.com', 'Second');
  const { mails } = await json('Asha@example.com');
  expect(mails).toMatchObject([
    { to: 'asha@example.com', subject: 'Second', text: 'Hello', html: '' },
    { subject: 'First', text: 'नमस्ते ₹', html: '<p>नमस्ते</p>' },
  ]);
  expect(Object.keys(mails[0]).sort()).toEqual(['at', 'html', 'subject', 'text', 'to']);
  expect((await json()).mails).toHaveLength(3);
  expect(await json('sha@example.com')).toEqual({ mails: [] });
});

test('accepts any user and password', async () => {
  const { port, json } = await aMailbox();
  const mailer = createTransport(`smtp://any:body@127.0.0.1:${port}`);
  await mailer.sendMail({ from: 'a@example.com', to: 'b@example.com', text: 'Hello' });
  expect((await json('b@example.com')).mails).toHaveLength(1);
});

test('keeps the newest 500 emails, and rejects emails larger than 1 MiB', async () => {
  const mailbox = await createMailbox();
  onTestFinished(() => mailbox.close());
  const mail = { from: 'a@b.test', to: 'c@d.test', text: '', html: '', at: 0 };
  for (let i = 1; i <= 501; i++) mailbox.mails.add({ ...mail, subject: `${i}` });
  expect([mailbox.mails.list().length, mailbox.mails.list().at(-1)?.subject]).toEqual([500, '2']);

  const { send } = await aMailbox();
  const text = 'x'.repeat(1024 * 1024);
  await expect(send('asha@example.com', 'Large', { text })).rejects.toMatchObject({
    responseCode: 552,
  });
});

test('rejects the first attempt of each email to later@ and every email to refused@, with or without a +tag', async () => {
  const { send, json } = await aMailbox();
  for (const to of ['later@sandbox.test', 'later+asha@sandbox.test']) {
    await expect(send(to, 'One')).rejects.toMatchObject({ responseCode: 450 });
    await send(to, 'One');
    await expect(send(to, 'Two')).rejects.toMatchObject({ responseCode: 450 });
    expect((await json(to)).mails).toHaveLength(1);
  }
  const refusal = send('refused+asha@sandbox.test', 'One');
  await expect(refusal).rejects.toMatchObject({ responseCode: 550, command: 'RCPT TO' });
});

test('escapes hostile emails and sandboxes their HTML', async () => {
  const { send, page, call } = await aMailbox();
  const attack = '<script>alert(1)</script>';
  await send('asha@example.com', attack, { text: `${attack} http://a.test/"x`, html: attack });
  const markup = await page();
  expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(markup).not.toContain('<script>');
  expect(markup).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox">/);
  expect(markup).toContain('<a href="http://a.test/" ');

  const { headers } = await call('/mailbox/1.html');
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/);
  expect((await call('/mailbox/2.html')).status).toBe(404);
});

test('finds an address, shows one email and deletes all emails', async () => {
  const { send, page, call } = await aMailbox();
  expect(await page()).toContain('No emails yet');
  await send('asha@example.com', 'Wanted', { text: 'first words' });
  await send('asha@example.com', 'Newer', { text: 'newer words' });
  await send('ravi@example.com', 'Other', { text: 'other words' });
  const found = await page('/mailbox?to=ASHA');
  expect(found).toContain('newer words');
  expect(found).not.toContain('Other');
  expect(await page('/mailbox?to=asha&mail=1')).toContain('first words');
  expect((await call('/mailbox/clear', { method: 'POST' })).status).toBe(303);
  expect(await page()).toContain('No emails yet');
});

test('notifies an open page of a new email', async () => {
  const { send, call } = await aMailbox();
  const response = await call('/events/mailbox');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('retry');
  await send('asha@example.com', 'News');
  expect((await reader?.read())?.value).toContain('event: changed');
  await reader?.cancel();
});
