import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { paths } from '#app/paths.ts';
import type { ProbedStack } from '#tests/harness/probe.ts';
import { password as defaultPassword } from '#tests/harness/stack-clients.ts';
import { until } from '#tests/harness/until.ts';
import type { Names } from './send.ts';

const signedUp = z.object({ user: z.object({ _id: z.string() }) });
const loggedIn = z.object({ token: z.string() });
const madeKey = z.object({
  data: z.object({ _id: z.string(), keyId: z.string(), secretKey: z.string() }),
});
const accepted = z.object({ data: z.object({ _id: z.string() }) });
const codeSent = z.object({ data: z.object({ otpId: z.string() }) });
const ordered = z.object({
  data: z.object({ orderId: z.string(), receiptId: z.string(), amount: z.number() }),
});
const madeEndpoint = z.object({ data: z.object({ _id: z.string() }) });
const endpointList = z.object({ data: z.array(z.object({ _id: z.string() })) });
const shownSecret = z.object({ data: z.object({ secret: z.string() }) });
const handset = z.object({ messages: z.array(z.object({ text: z.string() })) });
const mailbox = z.object({ mails: z.array(z.object({ text: z.string() })) });

export type Actor = Awaited<ReturnType<typeof createActor>>;

let actorCount = 0;

/**
 * Creates an account with an API key and a session, and a client that sends its requests. Its ids
 * and credentials are in `names`.
 *
 * @param label the prefix of the account's texts, key names and messages
 * @param password the shared test password by default
 */
export async function createActor(
  { url, sandbox, settings, database }: ProbedStack,
  label: string,
  password = defaultPassword,
) {
  actorCount += 1;
  const email = `${label}${actorCount}-${randomUUID()}@fuzz.localhost.test`;
  const address = `10.${(actorCount >> 16) & 255}.${(actorCount >> 8) & 255}.${actorCount & 255}`;
  const names: Names = {};
  const store = (found: Record<string, string>) =>
    Object.assign(
      names,
      Object.fromEntries(Object.entries(found).map(([name, value]) => [`own.${name}`, value])),
    );

  async function call(
    method: string,
    path: string,
    body?: object,
    as: 'key' | 'token' | null = null,
  ): Promise<unknown> {
    const response = await request(method, path, body, as);
    if (!response.ok)
      throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    return response.json();
  }
  const request = (
    method: string,
    path: string,
    body?: object,
    as: 'key' | 'token' | null = null,
  ) =>
    fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        ...(as === 'token' && { authorization: `Bearer ${names['own.token']}` }),
        ...(as === 'key' && { authorization: `Bearer ${names['own.secretKey']}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  const actor = {
    names,
    /** Logs in again. @returns the token */
    async logIn() {
      const { token } = loggedIn.parse(await call('POST', '/users/login', { email, password }));
      return token;
    },
    /** Submits the login form and stores the cookies of the session and of its user. */
    async logInByForm() {
      const response = await fetch(`${url}/login`, {
        method: 'POST',
        headers: { origin: settings.PUBLIC_URL, 'x-forwarded-for': address },
        body: new URLSearchParams({ email, password }),
        redirect: 'manual',
      });
      const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
      const named = (name: string) => cookies.find((pair) => pair.startsWith(`${name}=`)) ?? '';
      store({ cookie: named('sid'), ownerCookie: named('last_user') });
    },
    /** Creates a second API key. */
    async spareKey() {
      const { data } = madeKey.parse(
        await call('POST', '/api-keys/create-api-key', { name: `${label} spare` }, 'token'),
      );
      store({ spareKey: data._id });
    },
    async message() {
      const recipient = '9812345678';
      const sent = { recipient, message: `${label} text ${names['own.userId']}` };
      store({
        messageId: accepted.parse(await call('POST', '/messages/send-message', sent, 'key')).data
          ._id,
        recipient,
      });
    },
    /** Sends an OTP to a new number and reads it from the sandbox's phone. */
    async code() {
      const recipient = `97${String(Date.now() % 100_000_000).padStart(8, '0')}`;
      const { otpId } = codeSent.parse(
        await call('POST', '/messages/send-otp', { recipient }, 'key'),
      ).data;
      const text = await until('a code on the phone', async () => {
        const answer = await fetch(`${sandbox.url}/handset.json?number=${recipient}`);
        return handset.parse(await answer.json()).messages[0]?.text;
      });
      store({ otpId, otpTo: recipient, code: /\d{4,6}/.exec(text)?.[0] ?? '' });
    },
    /** Creates an enabled webhook endpoint with an event. Its address is unreachable. */
    async webhook() {
      const list = '/webhooks/endpoints';
      const [known] = endpointList.parse(await call('GET', list, undefined, 'token')).data;
      const on = { url: 'https://hooks.example/', enabled: true };
      const made = await (known
        ? call('PATCH', `${list}/${known._id}`, on, 'token')
        : call('POST', list, on, 'token'));
      const endpoint = `${list}/${madeEndpoint.parse(made).data._id}`;
      const secret = await call('GET', `${endpoint}/secret`, undefined, 'key');
      store({
        endpointId: endpoint.slice(list.length + 1),
        signingSecret: shownSecret.parse(secret).data.secret,
      });
      // A rate limit allows some hundred per hour and account. After that the last event is used.
      const tested = await request('POST', `${endpoint}/test`, {}, 'token');
      if (tested.ok) store({ eventId: madeEndpoint.parse(await tested.json()).data._id });
    },
    /** Stops listening to webhook events, so that the stream of them ends. */
    async stopListening() {
      await fetch(url + paths.listen(), {
        method: 'POST',
        headers: { origin: settings.PUBLIC_URL, cookie: names['own.cookie'] ?? '' },
        body: new URLSearchParams({ intent: 'stop' }),
        redirect: 'manual',
      });
    },
    /** Stores the token of the newest emailed link with this path. */
    async link(path: string, name: string) {
      const token = await until(`an email with ${path}`, async () => {
        const answer = await fetch(`${sandbox.url}/mailbox.json?to=${encodeURIComponent(email)}`);
        const texts = mailbox.parse(await answer.json()).mails.map(({ text }) => text);
        return texts
          .map((text) => new RegExp(`${path}/([\\w-]+)`).exec(text)?.[1])
          .find((found) => found !== undefined);
      });
      store({ [name]: token });
    },
    async resetLink() {
      // A rate limit allows a few per half hour and account. After that the last link is used.
      if ((await request('POST', '/users/forgotPassword', { email })).ok)
        await actor.link('reset-password', 'resetToken');
    },
    /** Orders a plan, pays for it at the sandbox and stores the checkout's result. */
    async pay() {
      const order = { amount: 199, planId: names['plan.basic'] };
      const response = await request('POST', '/payments', order, 'token');
      // 409: the account already has the plan.
      if (response.status === 409) return;
      const { orderId, receiptId, amount } = ordered.parse(await response.json()).data;
      const decided = await fetch(`${sandbox.url}/razorpay/checkout/decide`, {
        method: 'POST',
        body: new URLSearchParams({
          ...{ key_id: settings.RAZORPAY_KEY_ID, order_id: orderId, amount: String(amount) },
          ...{ currency: 'INR', origin: settings.PUBLIC_URL, decision: 'pay' },
        }),
      });
      const paymentId = /pay_\w+/.exec(await decided.text())?.[0] ?? '';
      const signature = createHmac('sha256', settings.RAZORPAY_KEY_SECRET)
        .update(`${orderId}|${paymentId}`)
        .digest('hex');
      store({ providerOrderId: orderId, orderId: receiptId, paymentId, signature });
    },
    /** Whether the account's key, token and cookie still work. */
    async isUsable() {
      const [key, token, page] = await Promise.all([
        request('GET', '/balance', undefined, 'key'),
        request('GET', '/users/profile', undefined, 'token'),
        fetch(url + paths.dashboard('settings'), {
          headers: { cookie: names['own.cookie'] ?? '' },
          redirect: 'manual',
        }),
      ]);
      return key.ok && token.ok && page.ok;
    },
  };

  const plans = await database.query<{ id: string; name: string }>('SELECT id, name FROM plans');
  for (const { id, name } of plans) names[`plan.${name.toLowerCase()}`] = id;
  const person = { name: `${label} person`, email, password, passwordConfirm: password };
  store({ userId: signedUp.parse(await call('POST', '/users/signup', person)).user._id, email });
  store({ token: await actor.logIn() });
  await actor.logInByForm();
  const { data } = madeKey.parse(
    await call('POST', '/api-keys/create-api-key', { name: `${label} key` }, 'token'),
  );
  store({ keyRow: data._id, keyId: data.keyId, secretKey: data.secretKey });
  const [session] = await database.query<{ id: string }>(
    'SELECT id FROM sessions WHERE user_id = $1 ORDER BY created_at LIMIT 1',
    [names['own.userId']],
  );
  store({ sessionId: session?.id ?? '' });
  await actor.message();
  return actor;
}
