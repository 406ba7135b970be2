import { findAccountId } from '#domain/messaging/support/find-accounts.ts';
import { operatorReason, suspensionInput } from '#domain/messaging/suspensions/contract.browser.ts';
import {
  findSuspension,
  resumeAccount,
  suspendAccount,
} from '#domain/messaging/suspensions/suspend-account.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { UsageError } from '../stack/operator-command.ts';
import { printLine } from '../stack/terminal.ts';

export type AccountArguments =
  | { verb: 'show'; account: string }
  | { verb: 'suspend'; account: string; reason: string; notice: string }
  | { verb: 'resume'; account: string; reason: string };

/** Who acts, in the suspension and the audit trail. */
const by = { kind: 'system', id: 'command' } as const;

export async function run(asked: AccountArguments): Promise<number> {
  const userId = await findAccountId(asked.account);
  if (asked.verb === 'suspend') {
    await suspendAccount(userId, read(suspensionInput, asked), by);
  } else if (asked.verb === 'resume') {
    await resumeAccount(userId, read(operatorReason, asked.reason), by);
  }
  await show(userId);
  return 0;
}

type Schema<T> = {
  safeParse: (
    given: unknown,
  ) => { success: true; data: T } | { success: false; error: { issues: { message: string }[] } };
};

function read<T>(schema: Schema<T>, given: unknown): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map(({ message }) => message).join(' '));
}

async function show(userId: string): Promise<void> {
  const suspension = await findSuspension(userId);
  if (!suspension) return printLine(`Account ${userId}: active.`);
  const { suspendedAt, suspendedBy, reason, notice } = suspension;
  printLine(`Account ${userId}: suspended since ${suspendedAt.toISOString()} by ${suspendedBy}.`);
  printLine(`Reason: ${reason}\nNotice to the owner: ${notice}`);
}

/** Prints why the account could not be changed. */
export function explain(error: unknown): number | null {
  if (!(error instanceof DomainError)) return null;
  printLine(error.message);
  return 1;
}
