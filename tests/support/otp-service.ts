import { expect } from 'vitest';
import { anOtpCaller } from './otp-caller.ts';

/** An account with a service. */
export async function anOtpService(url: string, given: Record<string, unknown> = {}) {
  const caller = await anOtpCaller(url);
  const made = await caller.call.post('/otp-services', { name: 'Acme', ...given });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  const service: string = made.body.data._id;
  const send = (to: string, more = {}) => caller.sendOtp(to, { service, ...more });
  const verify = (recipient: string, otp: string) =>
    caller.call.post('/messages/verify-otp', { recipient, otp, service });
  const change = (changes: unknown) =>
    caller.call.call('PATCH', `/otp-services/${service}`, { body: changes });
  return { ...caller, service, send, verify, change };
}
