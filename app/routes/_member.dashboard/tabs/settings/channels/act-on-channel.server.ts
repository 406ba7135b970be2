import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/or-toast.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { codeForm, numberForm, slackForm } from '#domain/notifications/forms.ts';
import { removeChannel } from '#domain/notifications/remove-channel.server.ts';
import { connectSlack } from '#domain/notifications/slack/connect-slack.server.ts';
import { testSlack } from '#domain/notifications/slack/test-slack.server.ts';
import { beginNumber } from '#domain/notifications/sms/begin-number.server.ts';
import { confirmNumber } from '#domain/notifications/sms/confirm-number.server.ts';
import { resendCode } from '#domain/notifications/sms/resend-code.server.ts';
import { formIds } from './form-ids.ts';

const backTo = `${paths.dashboard('settings')}#notifications-title`;

const back = (title: string, message?: string) =>
  redirectWithToast(backTo, { type: 'success', title, ...(message && { message }) });

/**
 * The forms of the channels, by their `intent`.
 *
 * @param from where the user asks from, as limits count it
 */
export async function actOnChannel(userId: string, form: FormData, from: string) {
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
          await confirmNumber(userId, code);
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
          await connectSlack(userId, address);
          return back('Slack notifications are on', 'A first message is in your channel.');
        },
        { formId: formIds.slack, fallback: fallbacks.connectSlack },
      );
    case 'slack-test':
      return orToast({ to: backTo, fallback: 'Test not delivered' }, async () => {
        await testSlack(userId);
        return back('Test delivered', 'The message is in your channel.');
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
