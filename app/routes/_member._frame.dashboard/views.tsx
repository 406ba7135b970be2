import { type ComponentType, lazy } from 'react';
import { untilLoaded } from '#app/connection/until-loaded.ts';
import type { Tab } from './tabs.server.ts';

type View = ComponentType<{ data: never }>;

/** A screen whose script comes when its tab is opened. */
const opened = (load: () => Promise<{ View: View }>) =>
  lazy(async () => ({ default: (await untilLoaded(load)).View }));

/** The screen of each tab. Its `data` is what the tab's `load` found. */
export const views: Record<Tab, View> = {
  home: opened(() => import('./tabs/home/view.tsx')),
  message: opened(() => import('./tabs/message/view.tsx')),
  OTPVerification: opened(() => import('./tabs/OTPVerification/view.tsx')),
  api: opened(() => import('#app/explorer/view.tsx')),
  documentation: opened(() => import('./tabs/documentation/view.tsx')),
};
