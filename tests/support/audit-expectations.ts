import { query } from '#platform/db.ts';

/** The reason why an endpoint other than GET records no event. */
export const silentEndpoints: Record<string, string> = {
  sendMessage: 'sends are in the message log',
  postMessage: 'sends are in the message log',
  sendBatch: 'sends are in the message log',
  sendOtp: 'codes are in the log of one-time passwords',
  verifyOtp: 'codes are in the log of one-time passwords',
  checkDltMessages: 'checks texts and changes nothing',
  forgotPassword:
    'only enqueues an email; the answer must not depend on whether the account exists',
  startPairing: 'no account is known yet; approving the pairing creates a key',
  collectPairedKey: 'returns the key whose creation is recorded',
  receivePaymentWebhook: 'the payment is recorded once, when the order is completed',
  renewSubscription: 'creates an order only, which is recorded',
  sendTestWebhook: 'the test event is in the log of events',
  recoverWebhookEvents: 'recoveries are listed with their author',
  replayWebhookEvent: 'attempts are listed with their event',
};

/** The actions of the events of a request. @param requestId from `x-request-id` */
export async function actionsOf(requestId: string): Promise<string[]> {
  const rows = await query<{ action: string }>(
    'events-of-request',
    `SELECT action FROM audit.events WHERE convert_from(body, 'UTF8')::jsonb ->> 'requestId' = $1 ORDER BY at, id`,
    [requestId],
  );
  return rows.map(({ action }) => action);
}
