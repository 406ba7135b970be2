import { prisma } from '#platform/db.ts';
import type { Account } from './account.ts';
import { client } from './client.ts';
import { validDltRequests } from './dlt-requests.ts';
import { codeOfRow } from './otp-code.ts';
import { validImportRequests } from './valid-import-requests.ts';
import type { GoodRequest } from './valid-payment-requests.ts';
import { validWebhookRequests } from './valid-webhook-requests.ts';

let used = 0;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
/** A number that has received nothing. */
const aNumber = () => String(9_876_700_000 + ++used);

/**
 * A valid request for each endpoint that accepts an API key.
 *
 * @param registrant an account after `registerAll`; its messages must match its templates
 */
export function validKeyRequests(
  url: string,
  account: Account,
  registrant: Account,
): Record<string, () => Promise<GoodRequest>> {
  const call = client(url, account);
  const aMessage = async () => (await call.send('9876543210', 'Hello')).body.data._id;
  const aScheduled = async () => {
    const body = { recipient: aNumber(), message: 'Hello', send_at: inHours(1) };
    return (await call.post('/messages/send-message', body)).body.data._id;
  };
  const aService = async () => (await call.post('/otp-services', { name: 'Acme' })).body.data._id;
  const sendOtp = async (recipient = aNumber()) => {
    const { body } = await call.post('/messages/send-otp', { recipient });
    return { recipient, otpId: body.data.otpId as string };
  };
  return {
    ...validDltRequests(registrant),
    ...validImportRequests(account.userId),
    ...validWebhookRequests(url, account),
    sendMessage: async () => ({ body: { recipient: '9876543210', message: 'Hello' } }),
    postMessage: async () => ({ body: { recipient: '9876543210', content: 'Hello' } }),
    sendBatch: async () => ({
      body: { messages: [{ recipient: '9876543210', message: 'a' }, 7] },
    }),
    listMessages: async () => ({}),
    getMessage: async () => ({ path: `/messages/${await aMessage()}` }),
    listScheduledMessages: async () => ({}),
    rescheduleMessage: async () => ({
      path: `/messages/${await aScheduled()}`,
      body: { send_at: inHours(2) },
    }),
    cancelMessage: async () => ({ path: `/messages/${await aScheduled()}/cancel` }),
    sendOtp: async () => ({ body: { recipient: aNumber() } }),
    getOtp: async () => ({ path: `/otps/${(await sendOtp()).otpId}` }),
    verifyOtp: async () => {
      const { recipient, otpId } = await sendOtp();
      const otp = codeOfRow(await prisma.otp.findUniqueOrThrow({ where: { id: otpId } }));
      return { body: { recipient, otp } };
    },
    listOtpServices: async () => ({}),
    createOtpService: async () => ({ body: { name: 'Acme' } }),
    changeOtpService: async () => ({
      path: `/otp-services/${await aService()}`,
      body: { length: 8 },
    }),
    deleteOtpService: async () => ({ path: `/otp-services/${await aService()}` }),
    listSuppressions: async () => ({}),
    suppressRecipients: async () => ({ body: { recipient: '9876543210' } }),
    unsuppressRecipient: async () => {
      const recipient = aNumber();
      await call.post('/suppressions', { recipient });
      return { path: `/suppressions?recipient=${recipient}` };
    },
    eraseRecipient: async () => ({ body: { recipient: aNumber() } }),
    listErasures: async () => ({}),
    getErasure: async () => {
      const { body } = await call.post('/erasures', { recipient: aNumber() });
      return { path: `/erasures/${body.data._id}` };
    },
    getRecipientData: async () => ({ path: '/recipient-data?recipient=9876543210' }),
    listTextViews: async () => ({}),
    getRetention: async () => ({}),
    getBalance: async () => ({}),
    getAnalytics: async () => ({}),
  };
}
