import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { paths } from '#app/paths.ts';
import type { Names } from './fuzz/fuzz-request.ts';
import type { Product } from './stack/product.ts';
import { password as known } from './test-password.ts';
import { until } from './until.ts';

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
const handset = z.object({ messages: z.array(z.object({ text: z.string() })) });
const mailbox = z.object({ mails: z.array(z.object({ text: z.string() })) });

export type Actor = Awaited<ReturnType<typeof createActor>>;

let made = 0;

/**
 * Somebody with an account, who sends requests as its owner. What they know stands in `names`.
 *
 * @param password the one that all senders have, unless told
 * @param called a word that begins the name of what is theirs: their own texts, keys and messages
 */
export async function createActor(
  { url, sandboxUrl, settings, database }: Product,
  called: string,
  password = known,
) {
  made += 1;
  const email = `${called}${made}-${randomUUID()}@fuzz.localhost.test`;
  const address = `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}`;
  const names: Names = {};
  const keep = (found: Record<string, string>) =>
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
    const response = await ask(method, path, body, as);
    if (!response.ok)
      throw new Error(
        `${method} ${path} was answered ${response.status}: ${await response.text()}`,
      );
    return response.json();
  }
  const ask = (method: string, path: string, body?: object, as: 'key' | 'token' | null = null) =>
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
    /** Signs in once more. */
    async logIn() {
      const { token } = loggedIn.parse(await call('POST', '/users/login', { email, password }));
      return token;
    },
    /** Signs in as a browser does, and keeps its cookies: of the session, and of whose it is. */
    async logInByForm() {
      const response = await fetch(`${url}/login`, {
        method: 'POST',
        headers: { origin: settings.PUBLIC_URL, 'x-forwarded-for': address },
        body: new URLSearchParams({ email, password }),
        redirect: 'manual',
      });
      const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
      const named = (name: string) => cookies.find((pair) => pair.startsWith(`${name}=`)) ?? '';
      keep({ cookie: named('sid'), ownerCookie: named('last_user') });
    },
    /** Makes a key beside the one that is used. */
    async spareKey() {
      const { data } = madeKey.parse(
        await call('POST', '/api-keys/create-api-key', { name: `${called} spare` }, 'token'),
      );
      keep({ spareKey: data._id });
    },
    async message() {
      const recipient = '9812345678';
      const sent = { recipient, message: `${called} text ${names['own.userId']}` };
      keep({
        messageId: accepted.parse(await call('POST', '/messages/send-message', sent, 'key')).data
          ._id,
        recipient,
      });
    },
    /** Has a code sent to a number of its own, and reads it off the phone. */
    async code() {
      const recipient = `97${String(Date.now() % 100_000_000).padStart(8, '0')}`;
      const { otpId } = codeSent.parse(
        await call('POST', '/messages/send-otp', { recipient }, 'key'),
      ).data;
      const text = await until('a code on the phone', async () => {
        const answer = await fetch(`${sandboxUrl}/handset.json?number=${recipient}`);
        return handset.parse(await answer.json()).messages[0]?.text;
      });
      keep({ otpId, otpTo: recipient, code: /\d{4,6}/.exec(text)?.[0] ?? '' });
    },
    /** Reads the newest link with this path in it out of the mails. */
    async link(path: string, name: string) {
      const token = await until(`a letter with ${path}`, async () => {
        const answer = await fetch(`${sandboxUrl}/mailbox.json?to=${encodeURIComponent(email)}`);
        const texts = mailbox.parse(await answer.json()).mails.map(({ text }) => text);
        return texts
          .map((text) => new RegExp(`${path}/([\\w-]+)`).exec(text)?.[1])
          .find((found) => found !== undefined);
      });
      keep({ [name]: token });
    },
    async resetLink() {
      // At most a few in half an hour for each account: with none left, the last one has to do.
      if ((await ask('POST', '/users/forgotPassword', { email })).ok)
        await actor.link('reset-password', 'resetToken');
    },
    /** Orders a plan and pays for it at the sandbox, so that the checkout's answer is known. */
    async pay() {
      const order = { amount: 199, planId: names['plan.basic'] };
      const response = await ask('POST', '/payments', order, 'token');
      // Who has the plan already cannot buy it again now.
      if (response.status === 409) return;
      const { orderId, receiptId, amount } = ordered.parse(await response.json()).data;
      const decided = await fetch(`${sandboxUrl}/razorpay/checkout/decide`, {
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
      keep({ providerOrderId: orderId, orderId: receiptId, paymentId, signature });
    },
    /** Whether they can still do all that their account lets them. */
    async isWell() {
      const [key, token, page] = await Promise.all([
        ask('GET', '/balance', undefined, 'key'),
        ask('GET', '/users/profile', undefined, 'token'),
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
  const person = { name: `${called} person`, email, password, passwordConfirm: password };
  keep({ userId: signedUp.parse(await call('POST', '/users/signup', person)).user._id, email });
  keep({ token: await actor.logIn() });
  await actor.logInByForm();
  const { data } = madeKey.parse(
    await call('POST', '/api-keys/create-api-key', { name: `${called} key` }, 'token'),
  );
  keep({ keyRow: data._id, keyId: data.keyId, secretKey: data.secretKey });
  const [session] = await database.query<{ id: string }>(
    'SELECT id FROM sessions WHERE user_id = $1 ORDER BY created_at LIMIT 1',
    [names['own.userId']],
  );
  keep({ sessionId: session?.id ?? '' });
  await actor.message();
  return actor;
}
