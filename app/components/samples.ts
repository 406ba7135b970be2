const headers = `  -H 'x-api-id: dk_…' -H 'x-api-key: sk_…' \\
  -H 'content-type: application/json' \\`;

/** The first call, as it is pasted into a terminal. */
export const sendMessageSample = (publicUrl: string) =>
  `curl ${publicUrl}/api/v1/messages/send-message \\
${headers}
  -d '{"recipient": "9876543210", "message": "Your order has been shipped."}'`;

export const getMessageSample = (publicUrl: string) =>
  `curl ${publicUrl}/api/v1/messages/msg_… \\
  -H 'x-api-id: dk_…' -H 'x-api-key: sk_…'`;

export const sendOtpSample = (publicUrl: string) =>
  `curl ${publicUrl}/api/v1/messages/send-otp \\
${headers}
  -d '{"recipient": "9876543210"}'`;

export const verifyOtpSample = (publicUrl: string) =>
  `curl ${publicUrl}/api/v1/messages/verify-otp \\
${headers}
  -d '{"recipient": "9876543210", "otp": "482913"}'`;
