import type { SignedIn } from '#domain/sessions/contract.ts';
import { act as actOnAccount } from './tabs/account/act.server.ts';
import { load as loadAccount } from './tabs/account/load.server.ts';
import { load as loadHome } from './tabs/home/load.server.ts';
import { act as actOnKeys } from './tabs/manage-api/act.server.ts';
import { load as loadKeys } from './tabs/manage-api/load.server.ts';
import { act as actOnNewKey } from './tabs/new-api/act.server.ts';
import { load as loadNewKey } from './tabs/new-api/load.server.ts';
import type { TabId } from './tabs.ts';

/** What a tab shows, and what its forms do. */
type TabServer = {
  load: (signedIn: SignedIn) => Promise<unknown>;
  act?: (signedIn: SignedIn, form: FormData) => Promise<unknown>;
};

export const tabServers: Record<TabId, TabServer> = {
  home: { load: loadHome },
  'new-api': { load: loadNewKey, act: actOnNewKey },
  'manage-api': { load: loadKeys, act: actOnKeys },
  account: { load: loadAccount, act: actOnAccount },
};
