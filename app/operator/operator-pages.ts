import type { IconName } from '#app/components/icons.tsx';
import { type OperatorPageId, paths } from '#app/paths.ts';
import type { Permission } from '#domain/identity/operators/permissions.ts';

type Description = {
  /** The heading, and the name in the navigation. */
  title: string;
  icon: IconName;
  /** What an operator needs to open the page. */
  permission: Permission;
  /** Whether the page has a route. The navigation shows only such pages. */
  hasRoute: boolean;
};

/** In the order of the navigation. */
const described: Record<OperatorPageId, Description> = {
  now: {
    title: 'Now',
    icon: 'clock',
    permission: 'now.read',
    hasRoute: true,
  },
  carriers: {
    title: 'Carriers',
    icon: 'send',
    permission: 'carriers.read',
    hasRoute: true,
  },
  accounts: {
    title: 'Accounts',
    icon: 'person',
    permission: 'accounts.read',
    hasRoute: true,
  },
  senders: {
    title: 'Senders',
    icon: 'stamp',
    permission: 'senders.read',
    hasRoute: true,
  },
  money: {
    title: 'Money',
    icon: 'receipt',
    permission: 'money.read',
    hasRoute: true,
  },
  announcements: {
    title: 'Announcements',
    icon: 'letter',
    permission: 'announcements.read',
    hasRoute: true,
  },
  audit: {
    title: 'Audit',
    icon: 'book',
    permission: 'audit.read',
    hasRoute: true,
  },
};

export type OperatorPage = Description & { id: OperatorPageId; path: string };

export const getOperatorPage = (id: OperatorPageId): OperatorPage => ({
  id,
  path: paths.operator(id),
  ...described[id],
});

/** All pages of the navigation, in its order. */
export const operatorPages: readonly OperatorPage[] = (
  Object.keys(described) as OperatorPageId[]
).map(getOperatorPage);

/** The `handle` that a page's route exports. */
export type OperatorHandle = {
  /** The page that the navigation marks: the page of the route itself, or the page above it. */
  operatorPage: OperatorPageId;
  /** The heading of a page below, from its loader's data, for example the name of a carrier. */
  nameOf?: (view: unknown) => string;
  /** The list between the page of the navigation and a page below it. */
  list?: { label: string; to: string };
};
