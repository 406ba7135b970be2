import { createHmac, randomUUID } from 'node:crypto';
import { paths } from '#app/paths.ts';
import { hookKinds } from '#domain/messaging/hooks/kinds/hook-kinds.ts';
import { toSid } from '#domain/webhooks/formats/twilio.ts';
import type { ProbedStack } from '#tests/harness/probe.ts';
import { password as defaultPassword } from '#tests/harness/stack-clients.ts';
import { until } from '#tests/harness/until.ts';
import { client } from '#tests/support/client.ts';
import { dltBodies } from '#tests/support/dlt-requests.ts';
import type { Names } from './send.ts';

export type Actor = Awaited<ReturnType<typeof createActor>>;

let actorCount = 0;

/**
 * Creates an account with an API key and a session, and a client that sends requests as this account. `names` has the
 * account's ids and credentials.
 *
 * @param label the prefix of the account's texts, key names and messages
 * @param password by default the shared test password
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
  const store = (found: Record<string, string>) => {
    for (const [name, value] of Object.entries(found)) names[`own.${name}`] = value;
  };

  const from: typeof fetch = (to, init) =>
    fetch(to, {
      ...{ redirect: 'manual', ...init },
      headers: { ...init?.headers, 'x-forwarded-for': address },
    });
  const api = client(url, null, from);

  type Secret = 'secretKey' | 'token' | null;

  const request = (as: Secret, method: string, path: string, body?: object) =>
    api.call(method, path, {
      body,
      ...(as && { headers: { authorization: `Bearer ${names[`own.${as}`]}` } }),
    });

  /** @returns the body of the response. @throws Error if the request failed */
  async function call(as: Secret, method: string, path: string, body?: object) {
    const reply = await request(as, method, path, body);
    if (reply.status < 400) return reply.body;
    throw new Error(`${method} ${path} returned ${reply.status}: ${JSON.stringify(reply.body)}`);
  }

  /** Submits a form of the site. */
  const submit = (path: string, fields: Record<string, string>, cookie = '') =>
    from(url + path, {
      method: 'POST',
      headers: { origin: settings.PUBLIC_URL, cookie },
      body: new URLSearchParams(fields),
    });

  const actor = {
    names,
    /** Logs in again. */
    async logIn() {
      store({ token: (await call(null, 'POST', '/users/login', { email, password })).token });
    },
    /** Submits the login form and stores the cookies of the session and of its user. */
    async logInByForm() {
      const response = await submit('/login', { email, password });
      const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
      const named = (name: string) => cookies.find((pair) => pair.startsWith(`${name}=`)) ?? '';
      store({ cookie: named('sid'), ownerCookie: named('last_user') });
    },
    /** Creates a second API key. */
    async spareKey() {
      const name = `${label} spare`;
      const { data } = await call('token', 'POST', '/api-keys/create-api-key', { name });
      store({ spareKey: data._id });
    },
    async message() {
      const recipient = '9812345678';
      const sent = { recipient, message: `${label} text ${names['own.userId']}` };
      const { data } = await call('secretKey', 'POST', '/messages/send-message', sent);
      store({ messageId: data._id, messageSid: toSid('SM', data._id), recipient });
    },
    /** Sends an OTP to a new number and reads it from the sandbox's phone. */
    async code() {
      const recipient = `97${String(Date.now() % 100_000_000).padStart(8, '0')}`;
      const { data } = await call('secretKey', 'POST', '/messages/send-otp', { recipient });
      const text = await until(
        'a code on the phone',
        async () => (await sandbox.texts(recipient))[0],
      );
      store({ otpSid: toSid('VE', data.otpId) });
      store({ otpId: data.otpId, otpTo: recipient, code: /\d{4,6}/.exec(text)?.[0] ?? '' });
    },
    /** Sends an OTP that can be sent again. */
    async oldCode() {
      await actor.code();
      await database.query(
        `UPDATE otps SET sent_at = ARRAY[sent_at[1] - interval '31 seconds'] WHERE id = $1`,
        [names['own.otpId']],
      );
    },
    /** Registers an approved header and a template. From now on, texts that match no template are rejected. */
    async registerTemplate() {
      await call('token', 'POST', '/dlt/entities', dltBodies.entity);
      await call('token', 'POST', '/dlt/headers', dltBodies.header);
      await database.query(`UPDATE dlt_headers SET status = 'approved' WHERE user_id = $1`, [
        names['own.userId'],
      ]);
      await call('token', 'POST', '/dlt/templates', dltBodies.template);
    },
    /** Creates an OTP service, unless there is one. */
    async otpService() {
      const [known] = (await call('token', 'GET', '/otp-services')).data;
      const service =
        known ?? (await call('token', 'POST', '/otp-services', { name: 'Acme' })).data;
      store({ serviceId: service._id });
    },
    /** Creates an enabled webhook endpoint with an unreachable URL, and an event for it. */
    async webhook() {
      const list = '/webhooks/endpoints';
      const [known] = (await call('token', 'GET', list)).data;
      const on = { url: 'https://hooks.example/', enabled: true };
      const made = known
        ? await call('token', 'PATCH', `${list}/${known._id}`, on)
        : await call('token', 'POST', list, on);
      const endpointId = made.data._id;
      const { data } = await call('secretKey', 'GET', `${list}/${endpointId}/secret`);
      store({ endpointId, signingSecret: data.secret });
      // A limit allows a few hundred test events per hour and account. When the limit is reached, the last event is
      // used again.
      const tested = await request('token', 'POST', `${list}/${endpointId}/test`, {});
      if (tested.status < 400) store({ eventId: tested.body.data._id });
    },
    /** Creates a hook of each kind, and stores its id and secret. */
    async hooks() {
      const cookie = names['own.cookie'] ?? '';
      for (const [kind, { codes, secret: origin }] of Object.entries(hookKinds)) {
        if (names[`own.hook.${kind}`]) continue;
        const sendAs = codes === 'always' ? 'code' : 'text';
        const fields = { intent: 'save', name: kind, sendAs, recipients: '9812345678' };
        const added = await submit(paths.newHook(kind), fields, cookie);
        const page = new URL(added.headers.get('location') ?? '', url);
        const html = await (await from(page, { headers: { cookie } })).text();
        const id = /hook_[0-9A-Z]{26}/.exec(page.pathname)?.[0] ?? '';
        let secret = /hks_\w{40}/.exec(html)?.[0] ?? '';
        // Supabase's page shows the secret in base64.
        const shown = /whsec_([\w+/=]+)/.exec(html)?.[1];
        if (shown) secret = Buffer.from(shown, 'base64').toString();
        if (origin === 'entered') {
          secret = 'signing-key-of-the-fuzzer';
          await submit(paths.hook(id), { intent: 'rotate', signingKey: secret }, cookie);
        }
        store({ [`hook.${kind}`]: id, [`hookSecret.${kind}`]: secret, hookId: id });
      }
    },
    /** Stops listening to webhook events, so that the event stream ends. */
    async stopListening() {
      await submit(paths.listen(), { intent: 'stop' }, names['own.cookie']);
    },
    /** Stores the token of the newest emailed link with this path. */
    async link(path: string, name: string) {
      const token = await until(`an email with ${path}`, async () => {
        const answer = await fetch(`${sandbox.url}/mailbox.json?to=${encodeURIComponent(email)}`);
        const { mails }: { mails: { text: string }[] } = await answer.json();
        const links = mails.map(({ text }) => new RegExp(`${path}/([\\w-]+)`).exec(text)?.[1]);
        return links.find((found) => found !== undefined);
      });
      store({ [name]: token });
    },
    async resetLink() {
      // A limit allows a few emails per half hour and account. When the limit is reached, the last link is used again.
      const { status } = await request(null, 'POST', '/users/forgotPassword', { email });
      if (status < 400) await actor.link('reset-password', 'resetToken');
    },
    /** Orders a plan, pays for it at the sandbox, and stores the result of the checkout. */
    async pay() {
      const order = { amount: 199, planId: names['plan.basic'] };
      const { status, body } = await request('token', 'POST', '/payments', order);
      // Status 409 means that the account already has the plan.
      if (status === 409) return;
      const { orderId, receiptId, amount } = body.data;
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
      const headers = { cookie: names['own.cookie'] ?? '' };
      const [key, token, page] = await Promise.all([
        request('secretKey', 'GET', '/balance'),
        request('token', 'GET', '/users/profile'),
        from(url + paths.dashboard('settings'), { headers }),
      ]);
      return key.status < 400 && token.status < 400 && page.ok;
    },
  };

  const plans = await database.query<{ id: string; name: string }>('SELECT id, name FROM plans');
  for (const { id, name } of plans) names[`plan.${name.toLowerCase()}`] = id;
  const person = { name: `${label} person`, email, password, passwordConfirm: password };
  const { user } = await call(null, 'POST', '/users/signup', person);
  const accountSid = toSid('AC', user._id);
  store({ userId: user._id, accountSid, defaultSid: accountSid.replace('AC', 'VA'), email });
  await actor.logIn();
  await actor.logInByForm();
  const { data: key } = await call('token', 'POST', '/api-keys/create-api-key', {
    name: `${label} key`,
  });
  const { keyId, secretKey } = key;
  const basic = Buffer.from(`${keyId}:${secretKey}`).toString('base64');
  store({ keyRow: key._id, keyId, secretKey, basic });
  const [session] = await database.query<{ id: string }>(
    'SELECT id FROM sessions WHERE user_id = $1 ORDER BY created_at LIMIT 1',
    [names['own.userId']],
  );
  store({ sessionId: session?.id ?? '' });
  await actor.message();
  return actor;
}

type Prepare = (actor: Actor) => Promise<void>;

/** Functions that create the data that valid requests need or use up, each with a pattern for the names of its targets. */
const preparations: [targets: RegExp, Prepare][] = [
  [/^logOut$/, (actor) => actor.logIn()],
  [/^form .*(?:dashboard_\.account|logout)$/, (actor) => actor.logInByForm()],
  [/^(?:get|verify)Otp$|^form .*dashboard_\.otp$/, (actor) => actor.code()],
  [/^twilio .*\/Verification(?:s\/|Check)|^msg91 .*verify$/, (actor) => actor.code()],
  [/^msg91 .*retry$/, (actor) => actor.oldCode()],
  [/^resetPassword$|^form .*reset-password/, (actor) => actor.resetLink()],
  [/^form .*confirm-email/, (actor) => actor.link('confirm-email', 'confirmToken')],
  [/^(?:update|roll|delete)ApiKey$|^form .*dashboard_\.keys$/, (actor) => actor.spareKey()],
  [/^(?:change|delete)OtpService$|\$serviceId/, (actor) => actor.otpService()],
  [/^hooks |\$hookId/, (actor) => actor.hooks()],
  [/^page .*webhook-stream/, (actor) => actor.stopListening()],
  [/^(?:get|update|delete|rotate|sendTest|recover|replay)Webhook/, (actor) => actor.webhook()],
  [/^listWebhook(?:Recoveries|Attempts)$|\$(?:endpoint|event)Id/, (actor) => actor.webhook()],
  [/^(?:verify|receive)Payment|^(?:renew|cancel)Subscription$/, (actor) => actor.pay()],
  [/^requestRefund$|^form .*(?:Refunds|payment)|^page .*invoices/, (actor) => actor.pay()],
];

/** Returns the preparation that runs before each round of requests to a target; undefined if the target needs none. */
export const setUpBefore = (target: string): Prepare | undefined =>
  preparations.find(([targets]) => targets.test(target))?.[1];
