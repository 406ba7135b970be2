import { z } from 'zod';
import { checkMessages } from '#domain/messaging/dlt/dry-run/check-messages.ts';
import { checkedOutput, checkInput, maxChecked } from '#domain/messaging/dlt/dry-run/contract.ts';
import { clock } from '#platform/clock.browser.ts';
import { endpoint } from '../endpoint.ts';

export const checkDltMessages = endpoint({
  method: 'POST',
  path: '/dlt/check',
  operationId: 'checkDltMessages',
  summary: 'Check up to 1,000 messages',
  description: `Says what sending each of up to ${maxChecked} messages would answer, and sends none. It is free: no message and no API call is counted. Results are in the order of the messages, and hold no value of a slot.`,
  tag: 'DLT',
  auth: 'key-or-session',
  recentSignIn: false,
  scope: 'dlt',
  testKeys: true,
  apiCall: 'free',
  takesList: true,
  maxBody: 1024 * 1024,
  body: checkInput,
  message: 'Messages checked',
  output: z.array(checkedOutput),
  handle: async ({ caller, body: { messages, at } }) => ({
    data: await checkMessages(caller.userId, messages, at ? new Date(at) : clock.now()),
  }),
});
