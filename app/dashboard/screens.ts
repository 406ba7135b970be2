import type { IconName } from '#app/components/icons.tsx';
import type { ScreenId } from '#domain/shared/dashboard-paths.browser.ts';

type Description = {
  /** The page's heading. */
  title: string;
  label: string;
  /** The group heading in the sidebar. */
  group: Group;
  icon: IconName;
};

type Group = 'API Management' | 'Messaging' | 'User Settings' | null;

/** A screen whose heading is also its name in the sidebar. */
const named = (name: string, group: Group, icon: IconName): Description => ({
  title: name,
  label: name,
  group,
  icon,
});

/** In the order of the sidebar. All screens fit into a window 720 pixels high. */
const described: Record<ScreenId, Description> = {
  home: { title: 'Dashboard', label: 'Home', group: null, icon: 'home' },
  'new-api': named('Create New API', 'API Management', 'plus'),
  message: {
    title: 'API Testing Console',
    label: 'Message',
    group: 'API Management',
    icon: 'send',
  },
  OTPVerification: {
    title: 'OTP Verification Console',
    label: 'OTP Verification',
    group: 'API Management',
    icon: 'code',
  },
  'manage-api': named('Manage API', 'API Management', 'keys'),
  api: named('API Explorer', 'API Management', 'terminal'),
  messages: named('Messages', 'Messaging', 'letter'),
  analytics: named('Analytics', 'Messaging', 'chart'),
  webhooks: named('Webhooks', 'Messaging', 'hook'),
  hooks: named('Hooks', 'Messaging', 'plug'),
  senders: named('Senders & templates', 'Messaging', 'stamp'),
  documentation: named('Documentation', null, 'book'),
  account: named('Account', 'User Settings', 'person'),
  'plan-details': named('Plan Details', 'User Settings', 'plan'),
  'billing-history': named('Billing History', 'User Settings', 'receipt'),
  settings: named('Settings', 'User Settings', 'switches'),
};

export type Screen = Description & { id: ScreenId };

export const getScreen = (id: ScreenId): Screen => ({ id, ...described[id] });

/** The `handle` that a screen's route exports. */
export type ScreenHandle = {
  screen: ScreenId;
  /** Whether the screen shows data of the dashboard's mode. In test mode such a screen is marked. */
  byMode?: true;
  /** Returns the name of a page below the screen from the data of the page's loader. `pageBelow` sets this function. */
  nameOf?: (view: unknown) => string;
};

/** All screens, in the order of the sidebar. */
export const screens: readonly Screen[] = (Object.keys(described) as ScreenId[]).map(getScreen);
