import { unsentCall } from '#app/console/unsent-call.server.ts';
import type { Asked } from '#app/dashboard/asked.ts';
import { act as actOnExplorer, showUnsent as showUnsentCall } from '#app/explorer/act.server.ts';
import { load as loadExplorer } from '#app/explorer/load.server.ts';
import { maxPictureBytes } from '#domain/accounts/avatar.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.ts';
import { act as actOnAccount, showUnsent as showUnsentProfile } from './tabs/account/act.server.ts';
import { load as loadAccount } from './tabs/account/load.server.ts';
import { load as loadDocumentation } from './tabs/documentation/load.server.ts';
import { act as actOnHome } from './tabs/home/act.server.ts';
import { load as loadHome } from './tabs/home/load.server.ts';
import { act as actOnKeys, showUnsent as showUnsentKey } from './tabs/manage-api/act.server.ts';
import { load as loadKeys } from './tabs/manage-api/load.server.ts';
import { act as actOnMessage } from './tabs/message/act.server.ts';
import { load as loadMessage } from './tabs/message/load.server.ts';
import { act as actOnNewKey, showUnsent as showUnsentNewKey } from './tabs/new-api/act.server.ts';
import { load as loadNewKey } from './tabs/new-api/load.server.ts';
import { act as actOnOtp } from './tabs/OTPVerification/act.server.ts';
import { load as loadOtp } from './tabs/OTPVerification/load.server.ts';
import {
  act as actOnSettings,
  showUnsent as showUnsentSettings,
} from './tabs/settings/act.server.ts';
import { load as loadSettings } from './tabs/settings/load.server.ts';

/** The screens that have no route of their own yet. */
export type Tab = Exclude<ScreenId, 'messages' | 'plan-details' | 'billing-history'>;

/** What a tab shows, and what its forms do. */
type TabServer = {
  load: (signedIn: SignedIn, asked: Asked) => Promise<unknown>;
  act?: (signedIn: SignedIn, form: FormData, asked: Asked) => Promise<unknown>;
  /** The largest file that its forms send, in bytes. */
  maxFileBytes?: number;
  /** What it shows of a form that came when the session was over, in place of an answer; null for nothing. */
  showUnsent?: (form: FormData) => unknown;
};

export const tabServers: Record<Tab, TabServer> = {
  home: { load: loadHome, act: actOnHome },
  'new-api': { load: loadNewKey, act: actOnNewKey, showUnsent: showUnsentNewKey },
  message: { load: loadMessage, act: actOnMessage, showUnsent: unsentCall },
  OTPVerification: { load: loadOtp, act: actOnOtp, showUnsent: unsentCall },
  'manage-api': { load: loadKeys, act: actOnKeys, showUnsent: showUnsentKey },
  api: { load: loadExplorer, act: actOnExplorer, showUnsent: showUnsentCall },
  documentation: { load: loadDocumentation },
  account: {
    load: loadAccount,
    act: actOnAccount,
    maxFileBytes: maxPictureBytes,
    showUnsent: showUnsentProfile,
  },
  settings: { load: loadSettings, act: actOnSettings, showUnsent: showUnsentSettings },
};
