import { expect, test } from 'vitest';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';

const web = await sharedWeb();
const stranger = client(web.url, null);
const account = client(web.url, await anAccount());
const user = client(web.url, await aUser());

const passwords = { password: 'quiet river stone', passwordConfirm: 'quiet river stones' };
const person = { name: 'Asha Rao', email: 'asha@example.com', ...passwords };
const text = { recipient: '9876543210', message: 'Hello' };

test.each([
  [stranger, '/users/signup', person, 'Passwords do not match', 'passwordConfirm'],
  [stranger, '/users/signup', {}, 'Please enter your name', 'name'],
  [
    stranger,
    '/users/login',
    { email: 'asha@example.com' },
    'Please enter your password',
    'password',
  ],
  [stranger, '/users/forgotPassword', {}, 'Please enter an email address', 'email'],
  [user, '/api-keys/create-api-key', { name: ' ' }, 'Please enter a name', 'name'],
  [user, '/api-keys/create-api-key', {}, 'Please enter a name', 'name'],
  [user, '/refunds', {}, 'Please provide a reason for your refund request.', 'reason'],
  [user, '/refunds', { reason: ' ' }, 'Please provide a reason for your refund request.', 'reason'],
  [
    account,
    '/messages/send-message',
    { recipient: '9876543210' },
    'Please enter a message',
    'message',
  ],
  [
    account,
    '/messages/send-message',
    { message: 'Hello' },
    'Please enter a phone number',
    'recipient',
  ],
  [
    account,
    '/messages/send-message',
    { ...text, recipient: '' },
    'Please enter a phone number',
    'recipient',
  ],
  [account, '/messages/send-message', { ...text, message: 7 }, 'Please send text here.', 'message'],
  [
    account,
    '/messages/send-otp',
    { recipient: '9876543210', otp_length: 9 },
    'Please send a number of at most 6.',
    'otp_length',
  ],
  [account, '/messages/verify-otp', { recipient: '9876543210' }, 'Please enter the OTP', 'otp'],
  [account, '/messages/verify-otp', { otp: '123456' }, 'Please enter a phone number', 'recipient'],
  [
    account,
    '/messages/verify-otp',
    { recipient: '9876543210', otp: '12' },
    'Please enter the whole OTP, as it is in the message.',
    'otp',
  ],
] as const)(
  'case %#: the error says in a sentence what to do, and names the field in `param`',
  async (caller, path, body, message, param) => {
    const reply = await caller.post(path, body);
    expect(reply.body).toMatchObject({ status: 'error', message, error: { message, param } });
  },
);
