import type { Endpoint } from './endpoint.ts';
import { createApiKey } from './endpoints/api-keys/create-api-key.server.ts';
import { deleteApiKey } from './endpoints/api-keys/delete-api-key.server.ts';
import { listApiKeys } from './endpoints/api-keys/list-api-keys.server.ts';
import { updateApiKey } from './endpoints/api-keys/update-api-key.server.ts';
import { getBalance } from './endpoints/get-balance.server.ts';
import { getMessage } from './endpoints/get-message.server.ts';
import { listMessages } from './endpoints/list-messages.server.ts';
import { listPlans } from './endpoints/list-plans.server.ts';
import { cancelSubscription } from './endpoints/payments/cancel-subscription.server.ts';
import { createPaymentOrder } from './endpoints/payments/create-order.server.ts';
import { receivePaymentWebhook } from './endpoints/payments/receive-payment-webhook.server.ts';
import { renewSubscription } from './endpoints/payments/renew-subscription.server.ts';
import { requestRefund } from './endpoints/payments/request-refund.server.ts';
import { verifyPayment } from './endpoints/payments/verify-payment.server.ts';
import { postMessage } from './endpoints/post-message.server.ts';
import { sendBatch } from './endpoints/send-batch.server.ts';
import { sendMessage } from './endpoints/send-message.server.ts';
import { sendOtp } from './endpoints/send-otp.server.ts';
import { forgotPassword } from './endpoints/users/forgot-password.server.ts';
import { getProfile } from './endpoints/users/get-profile.server.ts';
import { logIn } from './endpoints/users/log-in.server.ts';
import { logOut } from './endpoints/users/log-out.server.ts';
import { resetPassword } from './endpoints/users/reset-password.server.ts';
import { signUp } from './endpoints/users/sign-up.server.ts';
import { updateUser } from './endpoints/users/update-user.server.ts';
import { verifyOtp } from './endpoints/verify-otp.server.ts';

/** Every endpoint of `/api/v1` except the OpenAPI document, in the order of the reference. */
export const endpoints: Endpoint[] = [
  sendMessage,
  postMessage,
  sendBatch,
  listMessages,
  getMessage,
  sendOtp,
  verifyOtp,
  getBalance,
  signUp,
  logIn,
  logOut,
  getProfile,
  updateUser,
  forgotPassword,
  resetPassword,
  listApiKeys,
  createApiKey,
  updateApiKey,
  deleteApiKey,
  listPlans,
  createPaymentOrder,
  verifyPayment,
  receivePaymentWebhook,
  renewSubscription,
  cancelSubscription,
  requestRefund,
];
