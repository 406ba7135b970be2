import { formAct, screenForms } from '#app/dashboard/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast, parseFields } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/session.server.ts';
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

const retentionFields = { message: 'messageRetentionDays', text: 'textRetentionDays' };

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
    `${step} below: this also turns the notifications on. Until then, leave them off here.`;
  if (sms && channels.sms?.state !== 'ready') {
    const param = 'sms';
    throw new DomainError('invalid_parameter', { param, message: message('Confirm a number') });
  }
  if (slack && channels.slack?.state !== 'ready') {
    const param = 'slack';
    throw new DomainError('invalid_parameter', { param, message: message('Connect an address') });
  }
}

const backTo = `${paths.dashboard('settings')}#notifications-title`;

const back = (title: string, message?: string) => redirectDone(backTo, title, message);

/**
 * Connecting a channel needs a recent sign-in, because with a stolen session a thief could redirect the account's
 * notifications.
 */
const connecting = { for: 'connect_channel' } as const;

/**
 * The forms of the settings and of the channels. After the session had expired, only the form of the settings is
 * restored.
 */
export const forms = screenForms({
  '': formAct({
    recentSignIn: [
      { for: 'open_addresses', when: opensAddresses },
      { for: 'shorten_retention', when: shortensTime },
    ],
    schema: settingsForm,
    formId: 'settings',
    fallback: fallbacks.settings,
    isRestored: true,
    run: async (chosen, { signedIn: { userId } }) => {
      await requireAddresses(userId, chosen);
      const before = await getSettings(userId);
      requireAllowedRetention(before, chosen, retentionFields);
      await saveSettings(userId, chosen);
      return redirectDone(paths.dashboard('settings'), 'Settings saved successfully');
    },
  }),
  'sms-number': formAct({
    recentSignIn: connecting,
    schema: numberForm,
    formId: formIds.number,
    fallback: fallbacks.sendCode,
    run: async ({ number }, { signedIn: { userId }, context }) => {
      await beginNumber(userId, number, toClientAddresses(context).clientAddress);
      return back('Code sent', 'Enter the code that we sent to your phone.');
    },
  }),
  'sms-code': formAct({
    recentSignIn: connecting,
    schema: codeForm,
    formId: formIds.code,
    fallback: fallbacks.confirmNumber,
    run: async ({ code }, { signedIn }) => {
      await confirmNumber(signedIn, code);
      return back('SMS notifications are on');
    },
  }),
  'sms-again': {
    recentSignIn: connecting,
    act: ({ userId }, _, { context }) =>
      orToast({ to: backTo, fallback: 'Code not sent' }, async () => {
        await resendCode(userId, toClientAddresses(context).clientAddress);
        return back('Code sent', 'Enter the code that we sent to your phone.');
      }),
  },
  'slack-connect': formAct({
    recentSignIn: connecting,
    schema: slackForm,
    formId: formIds.slack,
    fallback: fallbacks.connectSlack,
    run: async ({ address }, { signedIn }) => {
      await connectSlack(signedIn, address);
      return back('Slack notifications are on', 'We posted a first message to your channel.');
    },
  }),
  'slack-test': {
    recentSignIn: false,
    act: ({ userId }) =>
      orToast({ to: backTo, fallback: 'Test not delivered' }, async () => {
        await testSlack(userId);
        return back('Test delivered', 'The message was posted to your channel.');
      }),
  },
  'sms-remove': {
    recentSignIn: false,
    act: async ({ userId }) => {
      await removeChannel(userId, 'sms');
      return back('Number removed');
    },
  },
  'slack-remove': {
    recentSignIn: false,
    act: async ({ userId }) => {
      await removeChannel(userId, 'slack');
      return back('Slack address removed');
    },
  },
});
