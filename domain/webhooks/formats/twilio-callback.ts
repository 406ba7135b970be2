import { createHmac } from 'node:crypto';
import { toSid, toTwilioErrorCode, toTwilioStatus } from './twilio.ts';

/** The fields of a message that a status callback contains. */
type CallbackMessage = {
  _id: string;
  user: string;
  recipient: string;
  serverNumber: string;
  status: string;
  reason: string | null;
};

/**
 * Returns the form fields of a status callback (https://www.twilio.com/docs/messaging/guides/track-outbound-message-status).
 *
 * @param data the data of an event about a message
 */
export function toTwilioCallback(data: Record<string, unknown>): Record<string, string> {
  const message = data as CallbackMessage;
  const sid = toSid('SM', message._id);
  const status = toTwilioStatus(message.status);
  const errorCode = toTwilioErrorCode(message);
  return {
    ...{ MessageSid: sid, SmsSid: sid, MessageStatus: status, SmsStatus: status },
    ...{ To: message.recipient, From: message.serverNumber },
    ...{ AccountSid: toSid('AC', message.user), ApiVersion: '2010-04-01' },
    ...(errorCode !== null && { ErrorCode: String(errorCode) }),
  };
}

/**
 * Returns the value of `X-Twilio-Signature`
 * (https://www.twilio.com/docs/usage/security#validating-requests).
 *
 * @param secret the receiver's auth token, which is our API key
 * @param url the whole URL, exactly as it was given
 */
export function signTwilioCallback(
  secret: string,
  url: string,
  form: Record<string, string>,
): string {
  const sorted = Object.keys(form).sort();
  const text = sorted.reduce((before, name) => before + name + form[name], url);
  return createHmac('sha1', secret).update(text, 'utf8').digest('base64');
}
