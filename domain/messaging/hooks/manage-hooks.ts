import { type AuditEvent, audited, recordAudit } from '#domain/audit/record-audit.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { type Idempotency, writeOnce } from '#domain/shared/idempotency/saved-response.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type SqlClient } from '#platform/db.ts';
import { encryptedColumn } from '#platform/encrypted-column.ts';
import { newId, randomText } from '#platform/ids.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';
import type { Hook as Row } from '#prisma/generated/client.ts';
import { loadService } from '../otp/services/manage-services.ts';
import type { SendAs } from './contract.browser.ts';
import { type Hook, type HookInput, type HookKind, maxHooks, overlapHours } from './contract.ts';
import { findKind } from './kinds/hook-kinds.ts';

/** The secrets of hooks. They are encrypted instead of hashed, because checking a signature needs the secret. */
export const hookSecretColumn = encryptedColumn({
  table: 'hooks',
  column: 'encrypted_secret',
  kind: 'hook-secret',
});

/**
 * The secret from before the last rotation. Rotating copies the encrypted value here, so both columns must have the same
 * kind.
 */
export const previousHookSecretColumn = encryptedColumn({
  table: 'hooks',
  column: 'encrypted_previous_secret',
  kind: 'hook-secret',
});

/** 32 characters, without the look-alikes `l`, `1`, `o` and `0`. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A new secret: `hks_` and 40 characters, 200 random bits. */
const generateSecret = () => `hks_${randomText(40, alphabet)}`;

const toHook = ({ userId: _, encryptedSecret, encryptedPreviousSecret: __, ...row }: Row): Hook => {
  const { previousEndsAt, secretSetAt, createdAt, sendAs, ...rest } = row;
  return {
    ...rest,
    sendAs: sendAs as SendAs,
    hasSecret: encryptedSecret !== null,
    oldSecretEndsAt:
      previousEndsAt && previousEndsAt > clock.now() ? previousEndsAt.toISOString() : null,
    secretSetAt: secretSetAt.toISOString(),
    createdAt: createdAt.toISOString(),
  };
};

/** Lists an account's hooks of both modes, oldest first. */
export async function listHooks(userId: string): Promise<Hook[]> {
  const rows = await prisma.hook.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  return rows.map(toHook);
}

/** Matches possible ids. A URL may contain a NUL, which PostgreSQL rejects. */
const isHookId = (id: string) => safeText.max(64).safeParse(id).success;

const noSuchHook = () =>
  new DomainError('not_found', { message: 'There is no hook with this id.' });

/** @throws DomainError `not_found` */
export async function getHook(userId: string, id: string): Promise<Hook> {
  const row = isHookId(id) ? await prisma.hook.findFirst({ where: { id, userId } }) : null;
  if (!row) throw noSuchHook();
  return toHook(row);
}

const insert = `
  INSERT INTO hooks (id, user_id, kind, livemode, name, send_as, has_codes, service_id, sender, template_id, variables,
    recipients, encrypted_secret, secret_set_at, created_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14
  WHERE (SELECT count(*) FROM hooks WHERE user_id = $2) < ${maxHooks}
  RETURNING id`;

/**
 * Creates a hook. A repeated request with the same idempotency key does not create another hook.
 *
 * @returns its id
 * @throws DomainError `invalid_parameter` if the kind does not allow the input, or the account has too many hooks
 */
export async function createHook(
  userId: string,
  { kind: name, livemode, ...input }: HookInput & { kind: string; livemode: boolean },
  idempotency: Idempotency | null = null,
): Promise<string> {
  const kind = findKind(name);
  if (!kind) throw new DomainError('invalid_parameter', { param: 'kind' });
  const settings = await toSettings(userId, kind, input);
  const id = newId('hook');
  const secret =
    kind.secret === 'generated' ? hookSecretColumn.encrypt({ id, userId }, generateSecret()) : null;
  const values = [id, userId, name, livemode, ...settings, secret, clock.now()];
  const { data } = await writeOnce(
    idempotency,
    async (tx) => {
      const [row] = await query<{ id: string }>('create-hook', insert, values, tx);
      if (row) {
        await recordAudit(tx, {
          accountId: userId,
          action: 'hook.create',
          targets: [{ type: 'hook', id, name: input.name }],
          after: { ...input, kind: name, livemode },
        });
        return row;
      }
      const message = `An account has at most ${maxHooks} hooks. Delete one that you no longer use.`;
      throw new DomainError('invalid_parameter', { message });
    },
    // Without the lock, parallel requests could together exceed the maximum number of hooks.
    { lock: `hooks|${userId}` },
  );
  return data.id;
}

const update = `
  UPDATE hooks SET name = $3, send_as = $4, has_codes = $5, service_id = $6, sender = $7, template_id = $8, variables = $9,
    recipients = $10
  WHERE id = $1 AND user_id = $2
  RETURNING name`;

/** @throws DomainError `not_found`, or `invalid_parameter` if the kind does not allow the input */
export async function changeHook(userId: string, id: string, input: HookInput): Promise<void> {
  const before = await getHook(userId, id);
  const values = [id, userId, ...(await toSettings(userId, requireKind(before.kind), input))];
  const change = { before, after: input };
  await changed(userId, id, { action: 'hook.update', ...change }, (tx) =>
    query('change-hook', update, values, tx),
  );
}

/** Runs a statement that returns a row if the account has the hook. @throws DomainError `not_found` */
async function changed(
  userId: string,
  id: string,
  event: Omit<AuditEvent, 'accountId' | 'targets'>,
  change: (tx: SqlClient) => Promise<{ name?: string }[]>,
): Promise<void> {
  await audited(
    async (tx) => {
      const [row] = isHookId(id) ? await change(tx) : [];
      if (!row) throw noSuchHook();
      return row.name ?? null;
    },
    (name) => ({ ...event, accountId: userId, targets: [{ type: 'hook', id, name }] }),
  );
}

/**
 * Returns the kind of a stored hook.
 *
 * @throws DomainError `not_found` if this release no longer has the kind
 */
function requireKind(name: string): HookKind {
  const kind = findKind(name);
  if (!kind) throw noSuchHook();
  return kind;
}

/**
 * Checks that a hook with these settings can work, and removes the settings that its way of sending does
 * not use.
 *
 * @returns the values of the columns, in the order of the SQL statements
 */
async function toSettings(userId: string, kind: HookKind, input: HookInput): Promise<unknown[]> {
  const { name, sendAs, sender, templateId, serviceId, variables, recipients } = input;
  const refuse = (param: string, message: string) => {
    throw new DomainError('invalid_parameter', { param, message });
  };
  if (!kind.sendAs.includes(sendAs)) {
    refuse('sendAs', `${kind.title} cannot send this. Pick another one.`);
  }
  if (sendAs === 'template' && templateId === null) {
    refuse('templateId', 'Please enter the id of the DLT template.');
  }
  if (sendAs === 'service') {
    if (serviceId === null) refuse('serviceId', 'Please pick an OTP service.');
    else await requireService(userId, serviceId);
  }
  const isOwn = sendAs === 'text' || sendAs === 'template';
  return [
    name,
    sendAs,
    kind.codes === 'chosen' && input.hasCodes,
    sendAs === 'service' ? serviceId : null,
    isOwn ? sender : null,
    isOwn ? templateId : null,
    sendAs === 'template' ? variables : [],
    kind.hasRecipients ? recipients : [],
  ];
}

async function requireService(userId: string, id: string): Promise<void> {
  try {
    await loadService(userId, id);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError(error.code, { param: 'serviceId', message: error.message });
  }
}

const turn = 'UPDATE hooks SET is_active = $3 WHERE id = $1 AND user_id = $2 RETURNING name';

/** Turns a hook on or off. Takes effect in every process within one second. @throws DomainError `not_found` */
export async function turnHook(userId: string, id: string, isActive: boolean): Promise<void> {
  const values = [id, userId, isActive];
  await changed(userId, id, { action: 'hook.update', after: { isActive } }, (tx) =>
    query('turn-hook', turn, values, tx),
  );
}

/**
 * Deletes a hook. Its messages are kept.
 *
 * @throws DomainError `not_found`
 */
export async function deleteHook(userId: string, id: string): Promise<void> {
  await changed(userId, id, { action: 'hook.delete' }, (tx) =>
    query('delete-hook', deletion, [id, userId], tx),
  );
}

const deletion = 'DELETE FROM hooks WHERE id = $1 AND user_id = $2 RETURNING name';

const replaceSecret = `
  UPDATE hooks SET encrypted_secret = $3, secret_set_at = $4,
    encrypted_previous_secret = CASE WHEN $5::timestamptz > $4 THEN encrypted_secret END,
    previous_ends_at = CASE WHEN $5::timestamptz > $4 AND encrypted_secret IS NOT NULL THEN $5::timestamptz END
  WHERE id = $1 AND user_id = $2
  RETURNING name`;

/**
 * Gives a hook a new secret. The old secret works for another `overlapHours`, or is revoked at once. Secrets from before an
 * earlier rotation are always revoked.
 *
 * @param entered the key that the product generated, for kinds whose `secret` is `entered`
 * @throws DomainError `not_found`, or `invalid_parameter` if the kind needs a key and the owner entered none
 */
export async function rotateHookSecret(
  userId: string,
  id: string,
  { revokeOld, entered }: { revokeOld: boolean; entered: string | null },
): Promise<void> {
  const { kind } = await getHook(userId, id);
  const isEntered = requireKind(kind).secret === 'entered';
  if (isEntered && !entered) {
    throw new DomainError('invalid_parameter', {
      param: 'signingKey',
      message: 'Please enter the signing key.',
    });
  }
  const secret = isEntered ? (entered as string) : generateSecret();
  const now = clock.now();
  const ends = revokeOld ? now : new Date(now.getTime() + overlapHours * 3_600_000);
  const encrypted = hookSecretColumn.encrypt({ id, userId }, secret);
  const values = [id, userId, encrypted, now, ends];
  await changed(userId, id, { action: 'hook.roll', after: { revokeOld } }, (tx) =>
    query('rotate-hook-secret', replaceSecret, values, tx),
  );
}

/** How long after its generation a secret is shown, in milliseconds. */
const shownForMs = 5 * 60_000;

/**
 * Returns the secret of a hook in the product's format, within five minutes after it was generated; otherwise null. Callers
 * must require a recent sign-in first.
 */
export async function showNewSecret(userId: string, id: string): Promise<string | null> {
  const row = isHookId(id) ? await prisma.hook.findFirst({ where: { id, userId } }) : null;
  const kind = row && findKind(row.kind);
  if (!row?.encryptedSecret || kind?.secret !== 'generated') return null;
  if (clock.now().getTime() - row.secretSetAt.getTime() > shownForMs) return null;
  const secret = hookSecretColumn.decrypt(row, row.encryptedSecret);
  return kind.showSecret?.(secret) ?? secret;
}

/** A hook with the secrets that its callers may use. */
export type CalledHook = Hook & { userId: string; secrets: string[]; isSuspended: boolean };

const ownerSql = `
  SELECT EXISTS (SELECT FROM account_deletions WHERE user_id = $1) AS "isClosing",
    EXISTS (SELECT FROM account_suspensions WHERE user_id = $1) AS "isSuspended"`;

type HookOwner = { isClosing: boolean; isSuspended: boolean };

/**
 * Finds a hook with its valid secrets. Cached for half a second like API keys, so that a change takes effect within a
 * second. While the deletion of an account is pending, its hooks are inactive.
 */
export const findCalledHook = createTtlCache(
  async (id): Promise<CalledHook | null> => {
    const row = isHookId(id) ? await prisma.hook.findUnique({ where: { id } }) : null;
    if (!row) return null;
    const { userId, encryptedSecret, encryptedPreviousSecret } = row;
    const hook = toHook(row);
    const [owner] = await query<HookOwner>('hook-owner', ownerSql, [userId]);
    const { isClosing, isSuspended } = owner as HookOwner;
    const secrets = [
      ...(encryptedSecret ? [hookSecretColumn.decrypt(row, encryptedSecret)] : []),
      ...(encryptedPreviousSecret && hook.oldSecretEndsAt
        ? [previousHookSecretColumn.decrypt(row, encryptedPreviousSecret)]
        : []),
    ];
    return { ...hook, isActive: hook.isActive && !isClosing, isSuspended, userId, secrets };
  },
  { ttlMs: 500, max: 10_000 },
);
