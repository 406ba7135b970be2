/** The example values of the API reference. No record has these ids. */
export const exampleValues = {
  userId: 'usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD',
  messageId: 'msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD',
  requestId: 'req_01KAF9V7Z5W3N8Q2R4T6Y8B0CD',
  serviceId: 'svc_01KAF9V7Z5W3N8Q2R4T6Y8B0CD',
  endpointId: 'whe_01KAF9V7Z5W3N8Q2R4T6Y8B0CD',
  eventId: 'evt_01KAF9V7Z5W3N8Q2R4T6Y8B0CD',
  otpId: 'otp_01KAF9V7Z5W3N8Q2R4T6Y8B0CD',
  keyRow: 'key_01KAF9V7Z5W3N8Q2R4T6Y8B0CD',
  /** The API ID, and below it the API key. */
  keyId: 'dk_h4w7n2q9t5x8b3m6k4d7',
  secretKey: 'sk_c8v3x6k2p9m4w7h5n2t8q3b6d9f4j7r2y5a8g3z6',
  /** A recipient as a person enters it, and below it as the API returns it. */
  typed: '9876543210',
  recipient: '+919876543210',
  text: 'Your order has been shipped.',
  sender: 'DAKIYA',
  /** Ids as DLT portals issue them. */
  entityId: '1101172974420810001',
  templateId: '1107160000000000001',
  telemarketerId: '1102160000000000001',
  code: '482913',
  /** An IP address from the range for documentation (RFC 5737). */
  endUserIp: '203.0.113.7',
  password: 'correct horse battery',
  /** A time far in the future, for expiry times. */
  later: '2035-03-31T18:30:00.000Z',
  createdAt: '2026-04-06T09:30:00.000Z',
  /** When an OTP expires: five minutes after `createdAt`. */
  otpExpiresAt: '2026-04-06T09:35:00.000Z',
  sentAt: '2026-04-06T09:30:00.041Z',
  settledAt: '2026-04-06T09:30:02.310Z',
  /** The end of a usage month and of a plan. */
  monthEnds: '2026-05-06T09:30:00.000Z',
};
