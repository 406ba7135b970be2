import { randomUUID } from 'node:crypto';
import type { ProbedStack } from '#tests/harness/probe.ts';
import { until } from '#tests/harness/until.ts';
import { createActor } from './actor.ts';

const rows = `
  SELECT
    (SELECT row_to_json(u) FROM users u WHERE id = $1) AS user,
    (SELECT json_agg(c ORDER BY id) FROM (SELECT id, name, key_id, secret_hash, is_active, expires_on FROM credentials WHERE user_id = $1) c) AS credentials,
    (SELECT json_agg(s ORDER BY id) FROM (SELECT id, token_hash, expires_at FROM sessions WHERE user_id = $1) s) AS sessions,
    (SELECT json_agg(s) FROM settings s WHERE user_id = $1) AS settings,
    (SELECT json_agg(a) FROM avatars a WHERE user_id = $1) AS avatars,
    (SELECT json_agg(o ORDER BY id) FROM (SELECT id, attempts FROM otps WHERE user_id = $1) o) AS otps,
    (SELECT json_agg(m ORDER BY id) FROM (SELECT id, content FROM messages WHERE user_id = $1) m) AS messages,
    (SELECT json_agg(w ORDER BY id) FROM (SELECT id, url, types, enabled FROM webhook_endpoints WHERE user_id = $1) w) AS webhooks,
    (SELECT json_agg(s ORDER BY id) FROM (SELECT id, encrypted_secret, expires_at FROM webhook_secrets WHERE user_id = $1) s) AS webhook_secrets,
    (SELECT json_agg(o ORDER BY id) FROM (SELECT id, status, payment_id FROM orders WHERE user_id = $1) o) AS orders,
    (SELECT json_agg(s ORDER BY id) FROM (SELECT id, status, cancelled_at FROM subscriptions WHERE user_id = $1) s) AS subscriptions,
    (SELECT json_agg(r ORDER BY r.id) FROM refunds r JOIN orders o ON o.id = r.order_id WHERE o.user_id = $1) AS refunds,
    (SELECT row_to_json(p) FROM (SELECT sum(messages_used), sum(api_calls_used) FROM usage_periods WHERE user_id = $1) p) AS usage`;

/**
 * Creates the victim, whose ids every sender knows and whose account none may read or change: its rows
 * are compared before and after the run, and every response is searched for its secrets and texts. Also
 * creates credentials that are no longer valid.
 */
export async function createVictim(stack: ProbedStack) {
  const marker = `secret${randomUUID().replaceAll('-', '')}`;
  const victim = await createActor(stack, marker, randomUUID());
  await victim.code();
  await victim.pay();
  await victim.webhook();
  const { names } = victim;
  await until('their order is paid', async () => {
    const open = `SELECT 1 FROM orders WHERE user_id = $1 AND status <> 'completed'`;
    return (await stack.database.query(open, [names['own.userId']])).length === 0;
  });
  const dead = await deadCredentials(stack);
  const readRows = () => stack.database.query(rows, [names['own.userId']]);
  const victimNames = Object.entries(names).map(([name, value]) => [
    name.replace('own.', 'victim.'),
    value,
  ]);
  return {
    names: {
      ...Object.fromEntries(
        victimNames.filter(
          ([name]) => !/secretKey|signingSecret|[tT]oken|[cC]ookie|code$/.test(name ?? ''),
        ),
      ),
      ...dead,
    },
    // The marker is the prefix of the victim's texts. A space follows it everywhere but in the email address,
    // which responses may contain.
    secrets: [
      ...[`${marker} `, names['own.secretKey'] ?? '', names['own.token'] ?? ''],
      names['own.signingSecret'] ?? '',
    ],
    readRows,
  };
}

/** Creates a deactivated API key and a deleted session. */
async function deadCredentials(stack: ProbedStack) {
  const { database } = stack;
  const { names } = await createActor(stack, 'dead');
  await database.query('UPDATE credentials SET is_active = false WHERE key_id = $1', [
    names['own.keyId'],
  ]);
  await database.query('DELETE FROM sessions WHERE user_id = $1', [names['own.userId']]);
  return {
    'dead.keyId': names['own.keyId'] ?? '',
    'dead.secretKey': names['own.secretKey'] ?? '',
    'dead.token': names['own.token'] ?? '',
    'dead.cookie': names['own.cookie'] ?? '',
  };
}
