/** Ids of the channels' forms, as in their replies. */
export const formIds = { number: 'sms-number', code: 'sms-code', slack: 'slack-address' };
