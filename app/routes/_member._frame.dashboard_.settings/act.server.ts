import { draftReply } from '#app/dashboard/drafts/draft-reply.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/require-recent-sign-in.ts';
import { type SettingsInput, settingsForm } from '#domain/identity/settings/contract.ts';
import { getSettings, saveSettings } from '#domain/identity/settings/stored-settings.server.ts';
import { listChannels } from '#domain/messaging/channel-setup/connected-channels.server.ts';
import { requireAllowedRetention } from '#domain/messaging/privacy/retention.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { actOnChannel } from './channels/act-on-channel.server.ts';

const formId = 'settings';

const retentionFields = { message: 'messageRetentionDays', text: 'textRetentionDays' };

/** Saves the settings, or handles the form of a channel. */
export async function act(signedIn: SignedInUser, form: FormData, clientAddress: string) {
  if (form.has('intent')) return actOnChannel(signedIn, form, clientAddress);
  const { userId } = signedIn;
  return submit(
    form,
    settingsForm,
    async (chosen) => {
      await requireAddresses(userId, chosen);
      const before = await getSettings(userId);
      requireAllowedRetention(before, chosen, retentionFields);
      if (letsMore(before, chosen)) requireRecentSignIn(signedIn);
      await saveSettings(userId, chosen);
      const toast = { type: 'success', title: 'Settings saved successfully' } as const;
      return redirectWithToast(paths.dashboard('settings'), toast);
    },
    { formId, fallback: fallbacks.settings },
  );
}

/** Whether a change accepts calls from more addresses, or deletes messages sooner. */
function letsMore(before: SettingsInput, after: SettingsInput): boolean {
  const allowed = new Set(before.allowedAddresses);
  const isOpened =
    before.ipFiltering &&
    (!after.ipFiltering || after.allowedAddresses.some((address) => !allowed.has(address)));
  const isShorter = (was: number | null, now: number | null) =>
    now !== null && (was === null || now < was);
  return (
    isOpened ||
    isShorter(before.messageRetentionDays, after.messageRetentionDays) ||
    isShorter(before.textRetentionDays, after.textRetentionDays)
  );
}

/** Rejects turning on a channel that is not connected yet; nothing is saved. */
async function requireAddresses(userId: string, { sms, slack }: SettingsInput): Promise<void> {
  const channels = await listChannels(userId);
  const message = (step: string) =>
    `${step} below first; that also turns it on. Or leave it off here.`;
  if (sms && channels.sms?.state !== 'ready') {
    const param = 'sms';
    throw new DomainError('invalid_parameter', { param, message: message('Confirm a number') });
  }
  if (slack && channels.slack?.state !== 'ready') {
    const param = 'slack';
    throw new DomainError('invalid_parameter', { param, message: message('Connect an address') });
  }
}

/** Restores the settings form; forms of channels are not saved as drafts. */
export const showDraft = (form: FormData) =>
  form.has('intent') ? null : draftReply(formId, settingsForm, form);
