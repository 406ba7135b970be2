import { recordAudit } from '#domain/audit/record-audit.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { OperatorRole } from '#prisma/generated/enums.ts';
import { hasSecondFactor } from '../factors/verify-code.ts';
import { revokeAllSessions } from '../sessions/manage-sessions.ts';

/** The roles of operators. */
export const operatorRoles = Object.values(OperatorRole);

export const isOperatorRole = (role: string): role is OperatorRole =>
  (operatorRoles as string[]).includes(role);

/** The user who opens a page of the operator's console, or acts there. */
export type Operator = { userId: string; name: string; email: string; role: OperatorRole };

/** An account whose deletion was requested cannot sign in, so it is not an operator. */
const find = `
  SELECT o.user_id AS "userId", u.name, u.email, o.role
  FROM operators AS o JOIN users AS u ON u.id = o.user_id
  WHERE o.user_id = $1 AND NOT EXISTS (SELECT FROM account_deletions AS d WHERE d.user_id = o.user_id)`;

/** The operator with this user id; null if the user is not an operator. Not cached: a revoked role ends at once. */
export async function findOperator(userId: string): Promise<Operator | null> {
  const [operator] = await query<Operator>('find-operator', find, [userId]);
  return operator ?? null;
}

/** Thrown if a role cannot be granted or revoked. The message says why. */
export class OperatorError extends Error {}

type Candidate = { id: string; confirmed: boolean };

/** If a parallel request for the deletion of the account is in progress, waits until it has ended. */
const lock = `
  SELECT id, email_confirmed_at IS NOT NULL AS confirmed FROM users
  WHERE email_key = $1 AND NOT EXISTS (SELECT FROM account_deletions AS d WHERE d.user_id = users.id)
  FOR NO KEY UPDATE`;

const grant = `
  INSERT INTO operators (user_id, role, granted_at) VALUES ($1, $2::operator_role, now())
  ON CONFLICT (user_id) DO UPDATE SET role = excluded.role, granted_at = excluded.granted_at`;

/**
 * Makes a user an operator, or changes an operator's role. Ends the sessions of the user, because the sessions of operators
 * are shorter.
 *
 * @throws OperatorError if there is no such user, or the address is not confirmed
 */
export const grantOperator = (email: string, role: OperatorRole): Promise<void> =>
  transaction(async (tx) => {
    const key = normalizeEmail(email);
    const [user] = await query<Candidate>('lock-future-operator', lock, [key], tx);
    if (!user) throw new OperatorError(`There is no account with the address ${email}.`);
    if (!user.confirmed) throw new OperatorError(`The address ${email} is not confirmed yet.`);
    await query('grant-operator', grant, [user.id, role], tx);
    await revokeAllSessions(user.id, undefined, tx);
    await recordAudit(tx, {
      ...{ accountId: null, action: 'operator.grant', after: { role } },
      targets: [{ type: 'user', id: user.id, name: email }],
    });
  });

const revoke = `
  DELETE FROM operators USING users WHERE users.id = operators.user_id AND email_key = $1
  RETURNING user_id AS "userId", role`;

/**
 * Ends the role of an operator. Takes effect at once, because roles are not cached.
 *
 * @throws OperatorError if the user is not an operator
 */
export const revokeOperator = (email: string): Promise<void> =>
  transaction(async (tx) => {
    const [revoked] = await query<{ userId: string; role: OperatorRole }>(
      'revoke-operator',
      revoke,
      [normalizeEmail(email)],
      tx,
    );
    if (!revoked) throw new OperatorError(`${email} is not an operator.`);
    await revokeAllSessions(revoked.userId, undefined, tx);
    await recordAudit(tx, {
      ...{ accountId: null, action: 'operator.revoke' },
      ...{ before: { role: revoked.role }, after: { role: null } },
      targets: [{ type: 'user', id: revoked.userId, name: email }],
    });
  });

/** An operator, and whether the operator has a second factor, without which the console stays closed. */
export type ListedOperator = Operator & { grantedAt: Date; hasFactor: boolean };

const list = `
  SELECT o.user_id AS "userId", u.name, u.email, o.role, o.granted_at AS "grantedAt"
  FROM operators AS o JOIN users AS u ON u.id = o.user_id ORDER BY o.role, u.email_key`;

/** All operators, owners first. */
export async function listOperators(): Promise<ListedOperator[]> {
  const operators = await query<Operator & { grantedAt: Date }>('list-operators', list, []);
  return Promise.all(
    operators.map(async (one) => ({ ...one, hasFactor: await hasSecondFactor(one.userId) })),
  );
}
