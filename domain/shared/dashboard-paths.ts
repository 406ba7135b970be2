/** The address of each screen of the dashboard, by the id that the specification gives it. Mails lead there too. */
export const dashboardPaths = {
  home: '/dashboard',
  'new-api': '/dashboard?tab=new-api',
  message: '/dashboard?tab=message',
  OTPVerification: '/dashboard?tab=OTPVerification',
  'manage-api': '/dashboard?tab=manage-api',
  api: '/dashboard?tab=api',
  messages: '/dashboard/messages',
  documentation: '/dashboard?tab=documentation',
  account: '/dashboard?tab=account',
  'plan-details': '/dashboard/plan',
  'billing-history': '/dashboard/billing',
  settings: '/dashboard?tab=settings',
} as const;

export type ScreenId = keyof typeof dashboardPaths;
