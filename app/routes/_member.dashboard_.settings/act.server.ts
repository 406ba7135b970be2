import { draftReply, type RecentSignInOfForms } from '#app/dashboard/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast, parseFields, submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { type SettingsInput, settingsForm } from '#domain/identity/settings/contract.browser.ts';
import { getSettings, saveSettings } from '#domain/identity/settings/stored-settings.ts';
import {
  beginNumber,
  confirmNumber,
  connectSlack,
  listChannels,
  removeChannel,
  resendCode,
  testSlack,
} from '#domain/messaging/notification-channels/connect-channels.ts';
import {
  codeForm,
  formIds,
  numberForm,
  slackForm,
} from '#domain/messaging/notification-channels/forms.browser.ts';
import { requireAllowedRetention, shortensRetention } from '#domain/messaging/privacy/retention.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';

const formId = 'settings';

const retentionFields = { message: 'messageRetentionDays', text: 'textRetentionDays' };

/**
 * Connecting a channel needs a recent sign-in, because with a stolen session a thief could redirect the account's
 * notifications.
 */
const connecting = { for: 'connect_channel' } as const;

/** Which sensitive actions the forms of the channels carry out, by `intent`. */
const channelRecentSignIn = {
  'sms-number': connecting,
  'sms-again': connecting,
  'sms-code': connecting,
  'slack-connect': connecting,
  'slack-test': false,
  'sms-remove': false,
  'slack-remove': false,
} satisfies RecentSignInOfForms;

/** Which sensitive actions the forms carry out, by `intent`. */
export const recentSignIn = {
  '': [
    { for: 'open_addresses', when: opensAddresses },
    { for: 'shorten_retention', when: shortensTime },
  ],
  ...channelRecentSignIn,
} satisfies RecentSignInOfForms;

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
      await saveSettings(userId, chosen);
      return redirectDone(paths.dashboard('settings'), 'Settings saved successfully');
    },
    { formId, fallback: fallbacks.settings },
  );
}

async function opensAddresses(form: FormData, { userId }: SignedInUser): Promise<boolean> {
  const after = parseFields(form, settingsForm);
  const { ipFiltering, allowedAddresses } = await getSettings(userId);
  const allowed = new Set(allowedAddresses);
  if (!after || !ipFiltering) return false;
  return !after.ipFiltering || after.allowedAddresses.some((address) => !allowed.has(address));
}

async function shortensTime(form: FormData, { userId }: SignedInUser): Promise<boolean> {
  const after = parseFields(form, settingsForm);
  if (!after) return false;
  const { messageRetentionDays: messageDays, textRetentionDays: textDays } = after;
  return shortensRetention(userId, { messageDays, textDays });
}

/** Rejects turning on a channel that is not connected yet; nothing is saved. */
async function requireAddresses(userId: string, { sms, slack }: SettingsInput): Promise<void> {
  const channels = await listChannels(userId);
  const message = (step: string) =>
    `${step} below first, which also turns it on. Otherwise leave it off here.`;
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

const backTo = `${paths.dashboard('settings')}#notifications-title`;

const back = (title: string, message?: string) => redirectDone(backTo, title, message);

/**
 * Handles the forms of the channels, by `intent`.
 *
 * @param from the user's address, for rate limits
 */
async function actOnChannel(signedIn: SignedInUser, form: FormData, from: string) {
  const { userId } = signedIn;
  const intent = form.get('intent');
  switch (intent) {
    case 'sms-number':
      return submit(
        form,
        numberForm,
        async ({ number }) => {
          await beginNumber(userId, number, from);
          return back('Code sent', 'Enter the code that we sent to your phone.');
        },
        { formId: formIds.number, fallback: fallbacks.sendCode },
      );
    case 'sms-code':
      return submit(
        form,
        codeForm,
        async ({ code }) => {
          await confirmNumber(signedIn, code);
          return back('SMS notifications are on');
        },
        { formId: formIds.code, fallback: fallbacks.confirmNumber },
      );
    case 'sms-again':
      return orToast({ to: backTo, fallback: 'Code not sent' }, async () => {
        await resendCode(userId, from);
        return back('Code sent', 'Enter the code that we sent to your phone.');
      });
    case 'slack-connect':
      return submit(
        form,
        slackForm,
        async ({ address }) => {
          await connectSlack(signedIn, address);
          return back('Slack notifications are on', 'We posted a first message to your channel.');
        },
        { formId: formIds.slack, fallback: fallbacks.connectSlack },
      );
    case 'slack-test':
      return orToast({ to: backTo, fallback: 'Test not delivered' }, async () => {
        await testSlack(userId);
        return back('Test delivered', 'The message was posted to your channel.');
      });
    case 'sms-remove':
      await removeChannel(userId, 'sms');
      return back('Number removed');
    case 'slack-remove':
      await removeChannel(userId, 'slack');
      return back('Slack address removed');
    default:
      throw new Response(null, { status: 400 });
  }
}
