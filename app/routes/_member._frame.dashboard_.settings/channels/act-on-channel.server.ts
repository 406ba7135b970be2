import type { RecentSignInOfForms } from '#app/dashboard/drafts/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/or-toast.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import {
  beginNumber,
  confirmNumber,
  resendCode,
} from '#domain/messaging/notification-channels/connect-number.ts';
import { connectSlack, testSlack } from '#domain/messaging/notification-channels/connect-slack.ts';
import { removeChannel } from '#domain/messaging/notification-channels/connected-channels.ts';
import {
  codeForm,
  formIds,
  numberForm,
  slackForm,
} from '#domain/messaging/notification-channels/forms.browser.ts';

const backTo = `${paths.dashboard('settings')}#notifications-title`;

const back = (title: string, message?: string) => redirectDone(backTo, title, message);

/** A stolen session could redirect the account's notifications. */
const connecting = { for: 'connect_channel' } as const;

/** Which sensitive actions the forms of the channels carry out, by `intent`. */
export const channelRecentSignIn = {
  'sms-number': connecting,
  'sms-again': connecting,
  'sms-code': connecting,
  'slack-connect': connecting,
  'slack-test': false,
  'sms-remove': false,
  'slack-remove': false,
} satisfies RecentSignInOfForms;

/**
 * Handles the forms of the channels, by `intent`.
 *
 * @param from the user's address, for rate limits
 */
export async function actOnChannel(signedIn: SignedInUser, form: FormData, from: string) {
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
