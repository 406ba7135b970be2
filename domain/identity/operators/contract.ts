import { OperatorRole } from '#prisma/generated/enums.ts';

/** The roles of operators. */
export const operatorRoles = Object.values(OperatorRole);

export const isOperatorRole = (role: string): role is OperatorRole =>
  (operatorRoles as string[]).includes(role);

/** The user who opens a page of the operator's console, or acts there. */
export type Operator = { userId: string; name: string; email: string; role: OperatorRole };
