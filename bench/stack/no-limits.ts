/** Limits that nobody comes to: they are not what is measured or tried, taking from them is. */
export const noLimits = {
  // Its accounts confirm no address.
  REQUIRE_CONFIRMED_EMAIL: 'false',
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_HARD_PER_SECOND: '1000000',
  OTP_ACCOUNT_PER_HOUR: '1000000',
  OTP_MAX_PER_CLIENT_IP_PER_HOUR: '1000000',
  OTP_MAX_PER_NUMBER_RANGE_PER_HOUR: '1000000',
  OTP_RECIPIENT_PER_HOUR: '1000000',
  MESSAGE_RECIPIENT_PER_HOUR: '1000000',
  // Nobody types the codes in.
  OTP_THROTTLE_MIN_CODES: '1000000',
};
