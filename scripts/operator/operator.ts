import {
  grantOperator,
  isOperatorRole,
  listOperators,
  OperatorError,
  operatorRoles,
  revokeOperator,
} from '#domain/identity/operators/manage-operators.ts';
import { UsageError } from '../stack/operator-command.ts';
import { printLine } from '../stack/terminal.ts';

export type OperatorArguments =
  | { name: 'grant'; email: string; role: string }
  | { name: 'revoke'; email: string }
  | { name: 'list'; json: boolean };

/** Runs one command of `npm run operator`. @returns the exit code */
export async function run(asked: OperatorArguments): Promise<number> {
  if (asked.name === 'grant') await grant(asked);
  else if (asked.name === 'revoke') await revoke(asked);
  else await list(asked);
  return 0;
}

export function explain(error: unknown): number | null {
  if (!(error instanceof OperatorError)) return null;
  printLine(error.message);
  return 1;
}

async function grant({ email, role }: { email: string; role: string }): Promise<void> {
  if (!isOperatorRole(role)) throw new UsageError(`The roles are ${operatorRoles.join(', ')}.`);
  await grantOperator(email, role);
  printLine(
    `${email} is now an operator with the role ${role}, and was signed out. The console is at /operator, and needs a second factor.`,
  );
}

async function revoke({ email }: { email: string }): Promise<void> {
  await revokeOperator(email);
  printLine(`${email} is no longer an operator, and was signed out.`);
}

async function list({ json }: { json: boolean }): Promise<void> {
  const operators = await listOperators();
  if (json) printLine(JSON.stringify({ operators }, null, 2));
  else if (operators.length === 0) printLine('There are no operators.');
  else {
    for (const { email, role, grantedAt, hasFactor } of operators) {
      const factor = hasFactor ? 'has a second factor' : 'has no second factor yet';
      printLine(`${email}: ${role} since ${grantedAt.toISOString()}, ${factor}`);
    }
  }
}
