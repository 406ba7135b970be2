import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { prisma, query } from '#platform/db.ts';
import { startPayments } from '#sandbox/payments/server.ts';
import { startPrivateRedis } from '#scripts/services/private-redis.ts';
import { findPlanByName } from '../harness/payment-stack.ts';
import { carrierConfig, carriers, startMailbox, startSmsc } from '../harness/product.ts';
import {
  listening,
  startWebProcess,
  startWorkerProcess,
  stopAfterTest,
} from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aHook, postJson } from '../support/hooks.ts';
import { codeOfRow } from '../support/otp-code.ts';
import { aVisitor } from '../support/visitor.ts';

const password = 'Tr0ub4dor-and-a-horse';
const wrongPassword = 'Tr0ub4dor-and-a-mule';
const text = 'Meet Meera at the blue gate, the pass is kolam';
const brokenText = 'Meet nobody, the pass is rangoli';
const email = 'asha.rao@home.example.com';
const refusedEmail = 'refused+asha@sandbox.test';

test('no log line contains a code, text, number, key, password, token or address, even at the lowest log level', async () => {
  const [smsc, mailbox, redis, provider] = await Promise.all([
    startSmsc(),
    startMailbox(),
    startPrivateRedis(),
    startPayments({ webhookRetryMs: 20, refundAfterMs: 1, slowAnswerMs: 50 }),
  ]);
  onTestFinished(async () => {
    await redis.stop();
    await provider.close();
  });
  const { keyId, keySecret, webhookSecret } = provider.options;
  const settings = {
    ...carriers(carrierConfig('first', smsc)),
    LOG_LEVEL: 'debug',
    REDIS_URL: redis.url,
    SMTP_URL: mailbox.smtpUrl,
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    RAZORPAY_API_URL: provider.apiUrl,
    RAZORPAY_CHECKOUT_URL: provider.checkoutUrl,
  };
  const elsewhere = 'postgresql://someone:databasesecret@127.0.0.1:1/x';
  const [web, broken, worker, account] = await Promise.all([
    stopAfterTest(startWebProcess(settings)),
    stopAfterTest(startWebProcess({ ...settings, DATABASE_URL: elsewhere }, listening)),
    stopAfterTest(startWorkerProcess(settings)),
    anAccount(),
  ]);
  const lines = () => [web, broken, worker].flatMap((program) => program.lines());
  const call = client(web.url, account);
  const secrets: string[] = [];

  // Users: sign-up, a wrong and a correct password, delivered emails and a refused one.
  const visitor = aVisitor(web.url);
  const fields = { name: 'Asha', password, passwordConfirm: password, terms: 'on' };
  for (const to of [email, refusedEmail]) await visitor.post('/register', { ...fields, email: to });
  const { userId } = await until('the account is there', async () => {
    const user = await prisma.user.findFirst({ where: { email } });
    return user && { userId: user.id };
  });
  await visitor.post('/login', { email, password: wrongPassword });
  await visitor.post('/login', { email, password });
  await visitor.get('/dashboard');
  await visitor.post('/forget-password', { email });
  const open = client(web.url, null);
  const { body: signedIn } = await open.post('/users/login', { email, password });
  await open.post('/users/login', { email, password: wrongPassword });
  await open.post('/users/signup', { ...fields, email, role: 'root' });
  const links = await until('the emails are there', () => {
    const found = mailbox.mails
      .list(email)
      .flatMap((receivedEmail) => receivedEmail.text.match(/\/[\w-]{40,}/g) ?? []);
    return found.length >= 2 ? found.map((link) => link.slice(1)) : null;
  });
  await visitor.post(`/reset-password/${links[0]}`, { password: 'x', passwordConfirm: 'y' });

  // Programs send texts to valid numbers and to a number that the carrier rejects, send and verify codes, use keys, and
  // send invalid bodies.
  const numbers = ['9876512340', '9876512341', '9999900003'];
  for (const to of numbers) expect((await call.send(to, text)).status).toBe(202);
  expect((await call.post('/messages/send-otp', { recipient: numbers[0] })).status).toBe(202);
  const otp = await prisma.otp.findFirstOrThrow({ where: { userId: account.userId } });
  const code = codeOfRow(otp);
  await call.post('/messages/verify-otp', { recipient: numbers[0], otp: code });
  await call.post('/messages/verify-otp', { recipient: numbers[0], otp: code });
  await call.post('/messages/send-message', `{"recipient":"${numbers[0]}","message":"${text}`);
  await call.post('/messages/send-message', {
    recipient: `${numbers[0]}9`,
    message: text,
    x: text,
  });
  await call.post('/messages/batch', { messages: [{ recipient: numbers[1], message: text }, 7] });
  await client(web.url, { ...account, secretKey: 'sk_wrongwrongwrong1' }).send(
    numbers[0] ?? '',
    text,
  );

  // Calls of hooks with a code and a text. The secret is in a header or in the query, and it is either right or wrong.
  const hook = await aHook(web.url, account.userId, 'generic', { sendAs: 'text', livemode: true });
  const hookCode = '830461';
  for (const secret of [hook.secret, `${hook.secret}x`]) {
    const query = new URLSearchParams({ secret, to: numbers[1] ?? '', message: text });
    await fetch(`${hook.url}?${query}`);
    await postJson(hook.url, secret, {
      to: numbers[1],
      message: `${text} ${hookCode}`,
      otp: hookCode,
    });
  }

  // Payments: a valid one, one with a wrong signature, and events with a valid and a wrong signature.
  const payer = client(web.url, { token: signedIn.token });
  const plan = await findPlanByName('Basic');
  const made = await payer.post('/payments', { amount: 199, currency: 'INR', planId: plan.id });
  const paid = provider.pay(made.body.data.orderId);
  await payer.post('/payments/verify', { ...paid, razorpay_signature: 'f'.repeat(64) });
  expect((await payer.post('/payments/verify', paid)).status).toBe(200);
  const event = JSON.stringify({ event: 'order.paid', payload: { note: text } });
  const signature = createHmac('sha256', webhookSecret).update(event).digest('hex');
  for (const sent of [signature, 'a'.repeat(64)]) {
    const headers = { 'x-razorpay-signature': sent, 'x-razorpay-event-id': `evt_${sent.length}` };
    await call.call('POST', '/payments/webhook', { body: event, headers });
  }

  // Internal failures: a database error that quotes the row, an unavailable database, and an unavailable Redis.
  await query(
    'a-fault',
    `ALTER TABLE messages ADD CONSTRAINT refused CHECK (content IS DISTINCT FROM '${brokenText}')`,
    [],
  );
  expect((await call.send('9876512342', brokenText)).status).toBe(500);
  const away = client(broken.url, account);
  expect((await away.send('9876512343', text)).status).toBe(503);
  await aVisitor(broken.url).post('/login', { email, password });
  await until('the texts are out', async () => {
    const left = await prisma.message.count({ where: { state: { in: ['queued', 'submitting'] } } });
    return left === 0;
  });
  await until('the rejected email has failed', async () => {
    const queuedEmail = await prisma.email.findFirst({ where: { email: refusedEmail } });
    return queuedEmail?.state === 'failed';
  });
  await redis.kill();
  expect((await call.send('9876512344', text)).status).toBe(202);
  expect((await call.post('/messages/send-otp', { recipient: '9876512345' })).status).toBe(202);
  for (const fault of [
    'API request failed with an unexpected error',
    'PostgreSQL unavailable',
    'Redis connection lost',
    'could not enqueue job',
  ]) {
    await until(`it is said: ${fault}`, () => lines().some((line) => line.includes(fault)));
  }
  // Lines are still valid JSON after redaction.
  for (const line of lines()) JSON.parse(line);
  const cookie = visitor.jar.get('sid')?.value ?? '';
  expect(cookie).not.toBe('');
  secrets.push(password, wrongPassword, text, brokenText, email, refusedEmail, account.secretKey);
  secrets.push('sk_wrongwrongwrong1', cookie, decodeURIComponent(cookie), signedIn.token, ...links);
  secrets.push(keySecret, webhookSecret, signature, paid.razorpay_signature, 'databasesecret');
  secrets.push(hook.secret, hookCode);
  secrets.push('kolam', 'rangoli', 'asha.rao', ...numbers.map((number) => number));
  for (let last = 2; last <= 5; last++) secrets.push(`987651234${last}`);
  const written = lines().join('\n');
  expect(secrets.filter((secret) => secret === '' || written.includes(secret))).toEqual([]);
  expect(written).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`));
  expect(userId).not.toBe('');
});
