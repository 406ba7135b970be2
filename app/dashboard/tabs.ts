import type { IconName } from '#app/components/icon.tsx';

/** The dashboard's tabs, in the order of the sidebar. */
const list = [
  { id: 'home', title: 'Dashboard', label: 'Home', group: null, icon: 'home' },
  {
    id: 'new-api',
    title: 'Create New API',
    label: 'Create New API',
    group: 'API Management',
    icon: 'plus',
  },
  {
    id: 'message',
    title: 'API Testing Console',
    label: 'Message',
    group: 'API Management',
    icon: 'letter',
  },
  {
    id: 'OTPVerification',
    title: 'OTP Verification Console',
    label: 'OTP Verification',
    group: 'API Management',
    icon: 'code',
  },
  {
    id: 'manage-api',
    title: 'Manage API',
    label: 'Manage API',
    group: 'API Management',
    icon: 'keys',
  },
  {
    id: 'api',
    title: 'API Explorer',
    label: 'API Explorer',
    group: 'API Management',
    icon: 'terminal',
  },
  {
    id: 'messages',
    title: 'Messages',
    label: 'Messages',
    group: 'API Management',
    icon: 'letters',
  },
  {
    id: 'documentation',
    title: 'Documentation',
    label: 'Documentation',
    group: null,
    icon: 'book',
  },
  { id: 'account', title: 'Account', label: 'Account', group: 'User Settings', icon: 'person' },
  {
    id: 'plan-details',
    title: 'Plan Details',
    label: 'Plan Details',
    group: 'User Settings',
    icon: 'plan',
  },
  {
    id: 'billing-history',
    title: 'Billing History',
    label: 'Billing History',
    group: 'User Settings',
    icon: 'receipt',
  },
  {
    id: 'settings',
    title: 'Settings',
    label: 'Settings',
    group: 'User Settings',
    icon: 'switches',
  },
] as const satisfies Tab[];

/** The heading of whatever is no tab. */
const otherTitle = 'Dashboard';

export type TabId = (typeof list)[number]['id'];

type Tab = {
  /** As in `?tab=`. */
  id: string;
  /** The page's heading. */
  title: string;
  /** The name in the sidebar. */
  label: string;
  /** The heading in the sidebar above it. */
  group: string | null;
  icon: IconName;
};

/** A tab that there is. */
export type KnownTab = Tab & { id: TabId };

export const tabs: readonly KnownTab[] = list;

/** The tab of this name; for any other name the first one, titled 'Dashboard'. */
export function findTab(id: string | null): KnownTab {
  return tabs.find((tab) => tab.id === id) ?? { ...list[0], title: otherTitle };
}
