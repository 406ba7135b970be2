import { DomainError } from '#domain/shared/errors.browser.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';
import { type DltMode, dltModes } from '../check/profile.browser.ts';

/** What an account may have registered: far more than any business has, so that no account fills the memory of a web. */
export const registryLimits = {
  entities: 100,
  headers: 1_000,
  templates: 10_000,
  /** Of all bodies together. A compiled registry takes some twenty octets for each. */
  characters: 2_000_000,
  links: 1_000,
  chains: 500,
} as const;

const beginChange = `
  INSERT INTO dlt_registries (user_id, version) SELECT id, 1 FROM users WHERE id = $1
  ON CONFLICT (user_id) DO UPDATE SET version = dlt_registries.version + 1
  RETURNING templates, characters`;

/** How large the templates of an account are. */
export type TemplateTotals = { templates: number; characters: number };

/**
 * Changes an account's registry. Changes of one account wait for each other, on its row in `dlt_registries`; so what
 * `change` counts stays true until it is committed.
 *
 * @param within a transaction that does more, such as saving the response of a request; by default one of its own
 * @throws DomainError `not_found` if there is no such account, or no more
 */
export function changeRegistry<T>(
  userId: string,
  change: (tx: Transaction, totals: TemplateTotals) => Promise<T>,
  within?: Transaction,
): Promise<T> {
  const carryOut = async (tx: Transaction) => {
    const [totals] = await query<TemplateTotals>('begin-dlt-change', beginChange, [userId], tx);
    if (!totals) throw new DomainError('not_found');
    return change(tx, totals);
  };
  return within ? carryOut(within) : transaction(carryOut);
}

/** How an account's messages are checked. `enforce` unless it chose another; an empty registry only warns in each mode. */
export async function readMode(userId: string): Promise<DltMode> {
  const statement = 'SELECT mode FROM dlt_registries WHERE user_id = $1';
  const [found] = await query<{ mode: DltMode }>('read-dlt-mode', statement, [userId]);
  return found?.mode ?? 'enforce';
}

/** Whether messages that are refused now would be sent in another mode. */
export async function relaxesCheck(userId: string, mode: unknown): Promise<boolean> {
  // They are in order, the strictest first.
  return dltModes.indexOf(mode as DltMode) > dltModes.indexOf(await readMode(userId));
}

/** Changes how an account's messages are checked; a change takes effect within half a second. */
export const changeMode = (userId: string, mode: DltMode): Promise<void> =>
  changeRegistry(userId, async (tx) => {
    const statement = 'UPDATE dlt_registries SET mode = $2 WHERE user_id = $1';
    await query('change-dlt-mode', statement, [userId, mode], tx);
  });

/** @throws DomainError `invalid_parameter` if a limit of `registryLimits` would be exceeded */
export function requireRoom(what: keyof typeof registryLimits, count: number): void {
  const most = registryLimits[what];
  if (count <= most) return;
  const message =
    what === 'characters'
      ? `The bodies of an account's templates have at most ${most.toLocaleString('en')} characters together.`
      : `An account has at most ${most.toLocaleString('en')} DLT ${what}.`;
  throw new DomainError('invalid_parameter', { message });
}
