import type { IconName } from '#app/components/icon.tsx';
import type { ScreenId } from '#domain/shared/dashboard-paths.browser.ts';

type Description = {
  /** The page's heading. */
  title: string;
  /** Its name in the sidebar. */
  label: string;
  /** The group heading in the sidebar. */
  group: string | null;
  icon: IconName;
};

/** In the order of the sidebar. */
const described: Record<ScreenId, Description> = {
  home: { title: 'Dashboard', label: 'Home', group: null, icon: 'home' },
  'new-api': {
    title: 'Create New API',
    label: 'Create New API',
    group: 'API Management',
    icon: 'plus',
  },
  message: {
    title: 'API Testing Console',
    label: 'Message',
    group: 'API Management',
    icon: 'letter',
  },
  OTPVerification: {
    title: 'OTP Verification Console',
    label: 'OTP Verification',
    group: 'API Management',
    icon: 'code',
  },
  'manage-api': {
    title: 'Manage API',
    label: 'Manage API',
    group: 'API Management',
    icon: 'keys',
  },
  api: { title: 'API Explorer', label: 'API Explorer', group: 'API Management', icon: 'terminal' },
  messages: { title: 'Messages', label: 'Messages', group: 'API Management', icon: 'letters' },
  analytics: { title: 'Analytics', label: 'Analytics', group: 'API Management', icon: 'plan' },
  webhooks: { title: 'Webhooks', label: 'Webhooks', group: 'API Management', icon: 'hook' },
  senders: {
    title: 'Senders & templates',
    label: 'Senders & templates',
    group: 'API Management',
    icon: 'stamp',
  },
  documentation: { title: 'Documentation', label: 'Documentation', group: null, icon: 'book' },
  account: { title: 'Account', label: 'Account', group: 'User Settings', icon: 'person' },
  'plan-details': {
    title: 'Plan Details',
    label: 'Plan Details',
    group: 'User Settings',
    icon: 'plan',
  },
  'billing-history': {
    title: 'Billing History',
    label: 'Billing History',
    group: 'User Settings',
    icon: 'receipt',
  },
  settings: { title: 'Settings', label: 'Settings', group: 'User Settings', icon: 'switches' },
};

export type Screen = Description & { id: ScreenId };

export const getScreen = (id: ScreenId): Screen => ({ id, ...described[id] });

/** The `handle` that a screen's route exports. */
export type ScreenHandle = {
  screen: ScreenId;
  /** It shows what belongs to the dashboard's mode, and says so in test mode. */
  byMode?: true;
};

/** All screens, in the order of the sidebar. */
export const screens: readonly Screen[] = (Object.keys(described) as ScreenId[]).map(getScreen);
