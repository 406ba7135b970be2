/** Limits that are never reached. They are still checked and counted, so this work is measured too. */
export const noLimits = {
  // The accounts' email addresses are not confirmed.
  REQUIRE_CONFIRMED_EMAIL: 'false',
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_HARD_PER_SECOND: '1000000',
  OTP_ACCOUNT_PER_HOUR: '1000000',
  OTP_MAX_PER_CLIENT_IP_PER_HOUR: '1000000',
  OTP_MAX_PER_NUMBER_RANGE_PER_HOUR: '1000000',
  OTP_RECIPIENT_PER_HOUR: '1000000',
  MESSAGE_RECIPIENT_PER_HOUR: '1000000',
  // Most codes are never verified, which would throttle further codes.
  OTP_THROTTLE_MIN_CODES: '1000000',
};
