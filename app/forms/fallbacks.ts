/**
 * The error messages of forms without a known reason: from the server for an unexpected error, from the page
 * for a missing or unreadable response.
 */
export const fallbacks = {
  login: 'Login failed',
  register: 'Registration failed',
  forgotPassword: 'Failed to send reset link',
  resetPassword: 'Failed to reset password',
  changePassword: 'Failed to change password',
  profile: 'Failed to update profile',
  createKey: 'Failed to create API',
  updateKey: 'Failed to update API',
  rollKey: 'Failed to roll API key',
  deleteKey: 'Failed to delete API',
  exportData: 'Failed to start the export',
  deleteAccount: 'Failed to delete the account',
  settings: 'Failed to save settings',
  sendCode: 'Failed to send the code',
  confirmNumber: 'Failed to confirm the number',
  connectSlack: 'Failed to connect Slack',
  pay: 'Payment initialization failed',
  registry: 'Failed to save',
  importTemplates: 'Failed to import',
  erase: 'Failed to erase',
  suppress: 'Failed to change the suppression list',
  otpService: 'Failed to save the OTP service',
  deleteOtpService: 'Failed to delete the OTP service',
  checkMessage: 'Failed to check the message',
  other: 'An error occurred',
  'send-message': 'Failed to send message',
  'send-otp': 'Failed to send OTP',
  'verify-otp': 'Failed to verify OTP',
} as const;
