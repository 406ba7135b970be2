import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ProbedStack } from '#tests/harness/probe.ts';
import { until } from '#tests/harness/until.ts';
import { createActor } from './actor.ts';
import { compatTargets } from './compat-targets.ts';
import { endpointTargets, type OpenApiDocument } from './endpoint-targets.ts';
import { hookTargets } from './hook-target.ts';
import { mcpTarget } from './mcp-target.ts';
import { readRoutes } from './routes.ts';
import { createSend } from './send.ts';
import { formTargets, pageTargets } from './site-targets.ts';
import { socketTarget } from './socket-target.ts';
import type { Target } from './target.ts';

/** Creates the targets, and the victim: an account that no request may read or change. */
export async function createFuzzContext(stack: ProbedStack) {
  const { url, settings } = stack;
  const document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as OpenApiDocument;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // The package is CommonJS, but its types are those of an ECMAScript module.
  (addFormats as unknown as { default: typeof addFormats.default }).default(ajv);
  ajv.addSchema(document, 'document');

  const victim = await createVictim(stack);
  const send = createSend({
    url,
    origin: settings.PUBLIC_URL,
    webhookSecret: settings.RAZORPAY_WEBHOOK_SECRET,
    secrets: victim.secrets,
  });
  const routes = await readRoutes();
  const targets: Target[] = [
    ...endpointTargets(send, document, ajv),
    ...compatTargets(send),
    ...formTargets(send, routes),
    ...pageTargets(send, routes),
    mcpTarget(send),
    ...hookTargets(send),
    socketTarget(url),
  ];
  return {
    targets,
    victim,
    /** Creates a new account to send requests from. */
    actor: async () => {
      const actor = await createActor(stack, 'actor');
      Object.assign(actor.names, victim.names);
      return actor;
    },
    onLongTurn: stack.onLongTurn,
    close: () => send.close(),
  };
}

export type FuzzContext = Awaited<ReturnType<typeof createFuzzContext>>;

const rows = `
  SELECT
    (SELECT row_to_json(u) FROM users u WHERE id = $1) AS user,
    (SELECT json_agg(c ORDER BY id) FROM (SELECT id, name, key_id, secret_hash, is_active, expires_on FROM credentials WHERE user_id = $1) c) AS credentials,
    (SELECT json_agg(s ORDER BY id) FROM (SELECT id, token_hash, expires_at FROM sessions WHERE user_id = $1) s) AS sessions,
    (SELECT json_agg(s) FROM settings s WHERE user_id = $1) AS settings,
    (SELECT json_agg(a) FROM avatars a WHERE user_id = $1) AS avatars,
    (SELECT json_agg(o ORDER BY id) FROM (SELECT id, attempts FROM otps WHERE user_id = $1) o) AS otps,
    (SELECT json_agg(s ORDER BY id) FROM (SELECT id, name, text, length, max_attempts FROM otp_services WHERE user_id = $1) s) AS otp_services,
    (SELECT json_agg(m ORDER BY id) FROM (SELECT id, content FROM messages WHERE user_id = $1) m) AS messages,
    (SELECT json_agg(w ORDER BY id) FROM (SELECT id, url, types, enabled FROM webhook_endpoints WHERE user_id = $1) w) AS webhooks,
    (SELECT json_agg(s ORDER BY id) FROM (SELECT id, encrypted_secret, expires_at FROM webhook_secrets WHERE user_id = $1) s) AS webhook_secrets,
    (SELECT json_agg(h ORDER BY id) FROM hooks h WHERE user_id = $1) AS hooks,
    (SELECT json_agg(o ORDER BY id) FROM (SELECT id, status, payment_id FROM orders WHERE user_id = $1) o) AS orders,
    (SELECT json_agg(s ORDER BY id) FROM (SELECT id, status, cancelled_at FROM subscriptions WHERE user_id = $1) s) AS subscriptions,
    (SELECT json_agg(r ORDER BY r.id) FROM refunds r JOIN orders o ON o.id = r.order_id WHERE o.user_id = $1) AS refunds,
    (SELECT row_to_json(p) FROM (SELECT sum(messages_used), sum(api_calls_used) FROM usage_periods WHERE user_id = $1) p) AS usage`;

/**
 * Creates the victim. Every sender knows the victim's ids, but must not read or change its account. So the victim's
 * rows are compared before and after the run, and every response is searched for the victim's secrets and texts. Also
 * creates credentials that are no longer valid, and the credentials of `senderByTemplate`.
 */
async function createVictim(stack: ProbedStack) {
  const marker = `secret${randomUUID().replaceAll('-', '')}`;
  const victim = await createActor(stack, marker, randomUUID());
  await victim.code();
  await victim.pay();
  await victim.webhook();
  await victim.otpService();
  const { names } = victim;
  await until('their order is paid', async () => {
    const open = `SELECT 1 FROM orders WHERE user_id = $1 AND status <> 'completed'`;
    return (await stack.database.query(open, [names['own.userId']])).length === 0;
  });
  const others = { ...(await deadCredentials(stack)), ...(await senderByTemplate(stack)) };
  const known = Object.entries(names)
    .filter(([name]) => !/secretKey|own\.basic|signingSecret|[tT]oken|[cC]ookie|code$/.test(name))
    .map(([name, value]) => [name.replace('own.', 'victim.'), value]);
  return {
    names: { ...Object.fromEntries(known), ...others },
    // The marker is the prefix of the victim's texts. A space follows it, except in the email address, which responses may
    // contain.
    secrets: [
      ...[`${marker} `, names['own.secretKey'] ?? '', names['own.token'] ?? ''],
      names['own.signingSecret'] ?? '',
    ],
    readRows: () => stack.database.query(rows, [names['own.userId']]),
  };
}

/** Creates a deactivated API key and a deleted session. */
async function deadCredentials(stack: ProbedStack) {
  const { database } = stack;
  const { names } = await createActor(stack, 'dead');
  const user = [names['own.userId']];
  await database.query('UPDATE credentials SET is_active = false WHERE user_id = $1', user);
  await database.query('DELETE FROM sessions WHERE user_id = $1', user);
  const kept = ['keyId', 'secretKey', 'token', 'cookie'];
  return Object.fromEntries(kept.map((name) => [`dead.${name}`, names[`own.${name}`] ?? '']));
}

/**
 * Creates an account with a template, and returns its key. The other accounts have no template, because with a template
 * all their texts would have to match it.
 */
async function senderByTemplate(stack: ProbedStack) {
  const { names, registerTemplate } = await createActor(stack, 'sender');
  await registerTemplate();
  return { 'sender.secretKey': names['own.secretKey'] ?? '' };
}
