import { draftOfCall } from '#app/console/draft-of-call.server.ts';
import type { Asked } from '#app/dashboard/asked.ts';
import { act as actOnExplorer, showDraft as showUnsentCall } from '#app/explorer/act.server.ts';
import { load as loadExplorer } from '#app/explorer/load.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.ts';
import { load as loadDocumentation } from './tabs/documentation/load.server.ts';
import { act as actOnHome } from './tabs/home/act.server.ts';
import { load as loadHome } from './tabs/home/load.server.ts';
import { act as actOnMessage } from './tabs/message/act.server.ts';
import { load as loadMessage } from './tabs/message/load.server.ts';
import { act as actOnOtp } from './tabs/OTPVerification/act.server.ts';
import { load as loadOtp } from './tabs/OTPVerification/load.server.ts';

/** The screens that have no route of their own yet. */
export type Tab = Exclude<
  ScreenId,
  | 'messages'
  | 'plan-details'
  | 'billing-history'
  | 'new-api'
  | 'manage-api'
  | 'account'
  | 'settings'
>;

/** What a tab shows, and what its forms do. */
type TabServer = {
  load: (signedIn: SignedIn, asked: Asked) => Promise<unknown>;
  act?: (signedIn: SignedIn, form: FormData, asked: Asked) => Promise<unknown>;
  /** The largest file that its forms send, in bytes. */
  maxFileBytes?: number;
  /** What it shows of a form that came when the session was over, in place of an answer; null for nothing. */
  showDraft?: (form: FormData) => unknown;
};

export const tabServers: Record<Tab, TabServer> = {
  home: { load: loadHome, act: actOnHome },
  message: { load: loadMessage, act: actOnMessage, showDraft: draftOfCall },
  OTPVerification: { load: loadOtp, act: actOnOtp, showDraft: draftOfCall },
  api: { load: loadExplorer, act: actOnExplorer, showDraft: showUnsentCall },
  documentation: { load: loadDocumentation },
};
