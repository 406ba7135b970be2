/** The forms of the channels, as their answers name them. */
export const formIds = { number: 'sms-number', code: 'sms-code', slack: 'slack-address' };
