import type { OperatorRole } from '#prisma/generated/enums.ts';

/**
 * The roles that have each permission of the operator's console. Each page and each action of the console names one
 * permission (`app/operator/operator-route.server.ts`). A role that a permission does not list does not have it.
 * `tests/operator/permissions.test.ts` derives the table of roles, pages and actions from the routes.
 */
export const permissions = {
  'now.read': ['owner', 'support', 'finance'],

  'carriers.read': ['owner', 'support'],
  /** The last octets that carriers sent, which may contain numbers and texts. */
  'carriers.unread': ['owner', 'support'],
  'carriers.pause': ['owner', 'support'],
  'carriers.test': ['owner', 'support'],
  'carriers.change': ['owner'],

  'accounts.read': ['owner', 'support', 'finance'],
  'accounts.suspend': ['owner', 'support'],
  'accounts.sign_out': ['owner', 'support'],
  'accounts.reset_factors': ['owner', 'support'],
  'accounts.texts': ['owner', 'support'],
  'accounts.lower': ['owner', 'support', 'finance'],
  'accounts.credit': ['owner', 'finance'],
  'accounts.plan': ['owner', 'finance'],

  'senders.read': ['owner', 'support'],
  'senders.decide': ['owner', 'support'],
  'complaints.read': ['owner', 'support'],
  'complaints.write': ['owner', 'support'],

  'money.read': ['owner', 'finance'],
  'money.refund': ['owner', 'finance'],
  'money.export': ['owner', 'finance'],
  'plans.write': ['owner'],

  'announcements.read': ['owner', 'support', 'finance'],
  'announcements.write': ['owner', 'support'],
  'status.write': ['owner', 'support'],

  'audit.read': ['owner'],
} as const satisfies Record<string, readonly OperatorRole[]>;

/** What an operator wants to read or do: `<page>.<verb>`. */
export type Permission = keyof typeof permissions;

/**
 * The permissions whose forms need a sign-in of the last 15 minutes, as sensitive actions of the dashboard do: a browser that an
 * operator left open must not stop an account, read its texts, move money or redirect messages.
 */
const sensitive: readonly Permission[] = [
  'carriers.change',
  'accounts.suspend',
  'accounts.reset_factors',
  'accounts.texts',
  'accounts.lower',
  'accounts.credit',
  'accounts.plan',
  'money.refund',
  'plans.write',
];

/** Whether a form that requires this permission needs a recent sign-in. */
export const needsRecentSignIn = (permission: Permission): boolean =>
  sensitive.includes(permission);

export const hasPermission = (role: OperatorRole, permission: Permission): boolean =>
  (permissions[permission] as readonly OperatorRole[]).includes(role);
