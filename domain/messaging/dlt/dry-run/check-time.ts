import { createCheckAllowance } from '../sending/check-allowance.ts';

/** Of dry runs and the dashboard's checker, apart from that of sending, which they must not hold up. */
const spend = createCheckAllowance();

/** Counts how long a check has taken, in milliseconds. */
export function countTime(userId: string, ms: number): void {
  spend(userId, ms);
}

/** @throws DomainError `rate_limited` if the account's checks have taken too long */
export function requireTime(userId: string): void {
  const error = spend(userId, 0);
  if (error) throw error;
}
