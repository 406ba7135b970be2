import type { ComponentType } from 'react';
import { View as Account } from './tabs/account/view.tsx';
import { View as Home } from './tabs/home/view.tsx';
import { View as ManageApi } from './tabs/manage-api/view.tsx';
import { View as NewApi } from './tabs/new-api/view.tsx';
import type { TabId } from './tabs.ts';

/** The screen of each tab. Its `data` is what the tab's `load` found. */
export const views: Record<TabId, ComponentType<{ data: never }>> = {
  home: Home,
  'new-api': NewApi,
  'manage-api': ManageApi,
  account: Account,
};
