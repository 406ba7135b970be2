import type { Endpoint } from './endpoint.ts';
import { getBalance } from './endpoints/get-balance.server.ts';
import { getMessage } from './endpoints/get-message.server.ts';
import { listMessages } from './endpoints/list-messages.server.ts';
import { postMessage } from './endpoints/post-message.server.ts';
import { sendBatch } from './endpoints/send-batch.server.ts';
import { sendMessage } from './endpoints/send-message.server.ts';
import { sendOtp } from './endpoints/send-otp.server.ts';
import { verifyOtp } from './endpoints/verify-otp.server.ts';

/** Every endpoint of `/api/v1`, in the order in which the reference shows them, but the document itself. */
export const endpoints: Endpoint[] = [
  sendMessage,
  postMessage,
  sendBatch,
  listMessages,
  getMessage,
  sendOtp,
  verifyOtp,
  getBalance,
];
