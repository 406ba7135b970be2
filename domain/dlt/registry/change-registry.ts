import { type AuditEvent, recordAudit } from '#domain/audit/record-audit.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';
import { type DltMode, dltModes } from './contract.browser.ts';

/**
 * The limits of an account's registry. They are far higher than any business needs, and low enough to protect the memory of
 * a web process.
 */
export const registryLimits = {
  entities: 100,
  headers: 1_000,
  templates: 10_000,
  /** The total length of all bodies. A compiled registry needs about 25 bytes per character. */
  characters: 2_000_000,
  links: 1_000,
  chains: 500,
} as const;

const beginChange = `
  INSERT INTO dlt_registries (user_id, version) SELECT id, 1 FROM users WHERE id = $1
  ON CONFLICT (user_id) DO UPDATE SET version = dlt_registries.version + 1
  RETURNING templates, characters`;

export type TemplateTotals = { templates: number; characters: number };

/**
 * Changes an account's registry. Each change locks the account's row in `dlt_registries`. So what `change` has counted
 * stays true until the transaction ends.
 *
 * @param within a transaction that does more, such as saving the response of a request; by default a new transaction
 * @throws DomainError `not_found` if the account does not exist, or was deleted
 */
export function changeRegistry<T>(
  userId: string,
  change: (tx: Transaction, totals: TemplateTotals) => Promise<T>,
  within?: Transaction,
  event?: Omit<AuditEvent, 'accountId'>,
): Promise<T> {
  const carryOut = async (tx: Transaction) => {
    const [totals] = await query<TemplateTotals>('begin-dlt-change', beginChange, [userId], tx);
    if (!totals) throw new DomainError('not_found');
    const result = await change(tx, totals);
    if (event) await recordAudit(tx, { ...event, accountId: userId });
    return result;
  };
  return within ? carryOut(within) : transaction(carryOut);
}

/**
 * Reads the mode in which an account's messages are checked; the default is `enforce`. While the registry is empty, every
 * mode only warns.
 */
export async function readMode(userId: string, tx?: Transaction): Promise<DltMode> {
  const statement = 'SELECT mode FROM dlt_registries WHERE user_id = $1';
  const [found] = await query<{ mode: DltMode }>('read-dlt-mode', statement, [userId], tx);
  return found?.mode ?? 'enforce';
}

/** Whether the given mode is less strict than the account's current mode. */
export async function relaxesCheck(userId: string, mode: unknown): Promise<boolean> {
  // `dltModes` begins with the strictest mode.
  return dltModes.indexOf(mode as DltMode) > dltModes.indexOf(await readMode(userId));
}

/** Changes the mode in which an account's messages are checked. The change takes effect within half a second. */
export const changeMode = (userId: string, mode: DltMode): Promise<void> =>
  changeRegistry(userId, async (tx) => {
    const statement = 'UPDATE dlt_registries SET mode = $2 WHERE user_id = $1';
    const before = await readMode(userId, tx);
    await query('change-dlt-mode', statement, [userId, mode], tx);
    await recordAudit(tx, {
      accountId: userId,
      action: 'settings.update',
      before: { dltMode: before },
      after: { dltMode: mode },
    });
  });

/** @throws DomainError `invalid_parameter` if a limit of `registryLimits` would be exceeded */
export function requireRoom(what: keyof typeof registryLimits, count: number): void {
  const most = registryLimits[what];
  if (count <= most) return;
  const message =
    what === 'characters'
      ? `The bodies of an account's templates have at most ${formatCount(most)} characters together.`
      : `An account has at most ${formatCount(most)} DLT ${what}.`;
  throw new DomainError('invalid_parameter', { message });
}
