import twilio from 'twilio';
import { expect } from 'vitest';
import { toSid } from '#domain/webhooks/formats/twilio.ts';
import type { Account } from './account.ts';

/** Twilio's unmodified client, with only the credentials and addresses replaced. */
export function twilioClient(url: string, { userId, secretKey }: Account) {
  const client = twilio(toSid('AC', userId), secretKey);
  client.api.baseUrl = `${url}/compat/twilio`;
  client.verify.baseUrl = `${url}/compat/twilio`;
  return client;
}

/** Returns the error with which Twilio's client rejects a call. */
export async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(twilio.RestException);
  return error as InstanceType<typeof twilio.RestException>;
}
