/** The path of each dashboard screen, by the screen's id in the specification. Emails link to these paths too. */
export const dashboardPaths = {
  home: '/dashboard',
  'new-api': '/dashboard/keys/new',
  message: '/dashboard/console',
  OTPVerification: '/dashboard/otp',
  'manage-api': '/dashboard/keys',
  api: '/dashboard/explorer',
  messages: '/dashboard/messages',
  analytics: '/dashboard/analytics',
  webhooks: '/dashboard/webhooks',
  hooks: '/dashboard/hooks',
  senders: '/dashboard/senders',
  documentation: '/dashboard/docs',
  account: '/dashboard/account',
  'plan-details': '/dashboard/plan',
  'billing-history': '/dashboard/billing',
  settings: '/dashboard/settings',
} as const;

export type ScreenId = keyof typeof dashboardPaths;
