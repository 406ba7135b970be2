import type { Endpoint } from './endpoint.ts';
import {
  createApiKey,
  deleteApiKey,
  listApiKeys,
  reportLeakedKey,
  rollApiKey,
  updateApiKey,
} from './endpoints/api-keys.server.ts';
import { checkDltMessages } from './endpoints/dlt-check.server.ts';
import { getDltImport, importDltTemplates } from './endpoints/dlt-import.server.ts';
import {
  createDltChain,
  createDltLink,
  deleteDltChain,
  deleteDltLink,
  getDltMode,
  listDltChains,
  listDltLinks,
  updateDltMode,
} from './endpoints/dlt-registry.server.ts';
import {
  addDltEvidence,
  createDltEntity,
  createDltHeader,
  deleteDltEntity,
  deleteDltHeader,
  listDltEntities,
  listDltHeaders,
  updateDltEntity,
  updateDltHeader,
} from './endpoints/dlt-senders.server.ts';
import {
  createDltTemplate,
  deleteDltTemplate,
  getDltTemplate,
  listDltTemplates,
  updateDltTemplate,
} from './endpoints/dlt-templates.server.ts';
import { eraseRecipient, getErasure, listErasures } from './endpoints/erasures.server.ts';
import {
  getMessage,
  listMessages,
  postMessage,
  sendBatch,
  sendMessage,
} from './endpoints/messages.server.ts';
import { getOtp, sendOtp, verifyOtp } from './endpoints/otp.server.ts';
import {
  changeOtpService,
  createOtpService,
  deleteOtpService,
  listOtpServices,
} from './endpoints/otp-services.server.ts';
import {
  cancelSubscription,
  createPaymentOrder,
  receivePaymentWebhook,
  renewSubscription,
  requestRefund,
  verifyPayment,
} from './endpoints/payments.server.ts';
import { getBalance, listPlans } from './endpoints/plan-and-balance.server.ts';
import { getRecipientData, listTextViews } from './endpoints/privacy.server.ts';
import { getRetention, updateRetention } from './endpoints/retention.server.ts';
import {
  importSuppressions,
  listSuppressed,
  suppressRecipients,
  unsuppressRecipient,
} from './endpoints/suppressions.server.ts';
import {
  forgotPassword,
  getProfile,
  logIn,
  logOut,
  resetPassword,
  signUp,
  updateUser,
} from './endpoints/users.server.ts';

/** Every endpoint of `/api/v1` except the OpenAPI document, in the order of the reference. */
export const endpoints: Endpoint[] = [
  sendMessage,
  postMessage,
  sendBatch,
  listMessages,
  getMessage,
  sendOtp,
  getOtp,
  verifyOtp,
  listOtpServices,
  createOtpService,
  changeOtpService,
  deleteOtpService,
  listSuppressed,
  suppressRecipients,
  importSuppressions,
  unsuppressRecipient,
  eraseRecipient,
  listErasures,
  getErasure,
  getRecipientData,
  listTextViews,
  getRetention,
  updateRetention,
  checkDltMessages,
  listDltEntities,
  createDltEntity,
  updateDltEntity,
  deleteDltEntity,
  listDltHeaders,
  createDltHeader,
  updateDltHeader,
  deleteDltHeader,
  addDltEvidence,
  listDltTemplates,
  createDltTemplate,
  getDltTemplate,
  updateDltTemplate,
  deleteDltTemplate,
  importDltTemplates,
  getDltImport,
  listDltLinks,
  createDltLink,
  deleteDltLink,
  listDltChains,
  createDltChain,
  deleteDltChain,
  getDltMode,
  updateDltMode,
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
  rollApiKey,
  deleteApiKey,
  reportLeakedKey,
  listPlans,
  createPaymentOrder,
  verifyPayment,
  receivePaymentWebhook,
  renewSubscription,
  cancelSubscription,
  requestRefund,
];
