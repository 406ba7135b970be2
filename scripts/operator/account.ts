import type { z } from 'zod';
import type { AuditActor } from '#domain/audit/record-audit.ts';
import { creditMonth, lowerMonth } from '#domain/billing/usage/credit-month.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { amountsForm, reasonForm } from '#domain/messaging/support/contract.browser.ts';
import { findAccountId } from '#domain/messaging/support/find-accounts.ts';
import { suspensionInput } from '#domain/messaging/suspensions/contract.browser.ts';
import {
  findSuspension,
  resumeAccount,
  suspendAccount,
} from '#domain/messaging/suspensions/suspend-account.ts';
import { DomainError, invariant } from '#domain/shared/errors.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { requestOrigin } from '#platform/request-scope.ts';
import { UsageError } from '../stack/operator-command.ts';
import { printLine } from '../stack/terminal.ts';

/** `typed` contains the options. They are the fields of the console's form for the same action. */
export type AccountArguments = {
  verb: 'show' | 'suspend' | 'resume' | 'credit' | 'lower';
  account: string;
  typed: Record<string, unknown>;
};

/** Changes an account as the console does, then prints its state. @returns the exit code */
export async function run({ verb, account, typed }: AccountArguments): Promise<number> {
  const userId = await findAccountId(account);
  if (verb === 'suspend') {
    await suspendAccount(userId, read(suspensionInput, typed), actor());
  } else if (verb === 'resume') {
    await resumeAccount(userId, read(reasonForm, typed).reason, actor());
  } else if (verb === 'credit' || verb === 'lower') {
    const { reason, ...amounts } = read(amountsForm, typed);
    const change = { credit: creditMonth, lower: lowerMonth }[verb];
    await change(userId, amounts, reason, actor());
  }
  await show(userId);
  return 0;
}

/** Who acts: the user of the shell. */
function actor(): AuditActor {
  const by = requestOrigin()?.actor;
  invariant(by, 'a command has an actor');
  return by;
}

/** @throws UsageError with the messages of the form */
function read<S extends z.ZodType>(schema: S, typed: unknown): z.output<S> {
  const parsed = schema.safeParse(typed);
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map(({ message }) => message).join(' '));
}

async function show(userId: string): Promise<void> {
  const suspension = await findSuspension(userId);
  if (suspension) {
    const { suspendedAt, suspendedBy, reason, notice } = suspension;
    printLine(`Account ${userId}: suspended since ${suspendedAt.toISOString()} by ${suspendedBy}.`);
    printLine(`Reason: ${reason}\nNotice to the owner: ${notice}`);
  } else printLine(`Account ${userId}: active.`);
  const month = await getCurrentUsagePeriod(userId);
  const used = (count: number, limit: number) => `${formatCount(count)} of ${formatCount(limit)}`;
  printLine(
    `Used until ${month.endsAt.toISOString()}: ${used(month.messagesUsed, month.messageLimit)} messages, ${used(month.apiCallsUsed, month.apiCallLimit)} API calls.`,
  );
}

/** Prints why the account could not be changed. */
export function explain(error: unknown): number | null {
  if (!(error instanceof DomainError)) return null;
  printLine(error.message);
  return 1;
}
