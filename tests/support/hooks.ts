import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type HookInput, hookInput } from '#domain/messaging/hooks/contract.ts';
import {
  createHook,
  rotateHookSecret,
  showNewSecret,
} from '#domain/messaging/hooks/manage-hooks.ts';

type Wanted = Partial<HookInput> & { livemode?: boolean };

/**
 * Creates a hook of an account.
 *
 * @returns its id, its address, and its secret in the product's format
 */
export async function aHook(url: string, userId: string, kind: string, wanted: Wanted = {}) {
  const { livemode = false, ...input } = wanted;
  const settings = hookInput.parse({ name: kind, sendAs: 'code', ...input });
  const id = await createHook(userId, { kind, livemode, ...settings });
  const secret = (await showNewSecret(userId, id)) ?? '';
  return { id, url: `${url}/api/hooks/${kind}/${id}`, secret };
}

/** Enters the signing key that Zitadel has generated. */
export const enterSigningKey = (userId: string, id: string, entered: string) =>
  rotateHookSecret(userId, id, { entered, revokeOld: false });

type Signed = {
  secret: string;
  id?: string;
  at?: Date;
  /** Further secrets that sign the body too. */
  others?: string[];
};

/** Posts a body with Standard Webhooks headers. Like Supabase, joins several signatures with commas. */
export function postSigned(
  url: string,
  payload: object,
  { secret, id = 'msg_1', at = new Date(), others = [] }: Signed,
) {
  const body = JSON.stringify(payload);
  const signatures = [...others, secret].map((one) =>
    new Webhook(one.replace('v1,', '')).sign(id, at, body),
  );
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signatures.join(', '),
    },
    body,
  });
}

/** Posts a body with Zitadel's signature. */
export function postAsZitadel(url: string, payload: object, key: string, at = new Date()) {
  const body = JSON.stringify(payload);
  const time = Math.floor(at.getTime() / 1_000);
  const digest = createHmac('sha256', key).update(`${time}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'zitadel-signature': `t=${time},v1=${digest}`,
  };
  return fetch(url, { method: 'POST', headers, body });
}

export const postJson = (url: string, secret: string, payload: unknown, headers = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}`, ...headers },
    body: JSON.stringify(payload),
  });
