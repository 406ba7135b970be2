/** After what events about the account say: their data are of live mode, so an endpoint of test mode never gets them. */
const liveOnly = 'Endpoints of test mode do not get it.';

/** What each type of event says, for the documentation and the form of an endpoint. */
export const eventTypes = {
  'message.sent': 'A carrier has accepted all segments of a message.',
  'message.delivered': 'All segments of a message have arrived.',
  'message.undelivered': 'An operator reports that a message did not arrive.',
  'message.failed': 'A carrier or a rule has refused a message for good.',
  'message.expired': 'The validity of a message ended before a carrier accepted it.',
  'message.unknown': 'It is unknown whether a message was sent; a receipt may still say so.',
  'otp.sent': 'A one-time password is being sent, for the first time or again.',
  'otp.verified': 'The right code of a one-time password was entered.',
  'otp.expired': 'A one-time password was not verified in time.',
  'otp.exhausted': 'Too many wrong codes were entered.',
  'balance.low': `The account has used 80 % or 100 % of its messages of the month. ${liveOnly}`,
  'plan.changed': `A plan of the account has begun, or ended. ${liveOnly}`,
  'sender.suspect': `An operator rejects messages of a header or template. ${liveOnly}`,
  'webhook.disabled': `Another endpoint of the account was turned off. ${liveOnly}`,
  ping: 'A test.',
} as const;

export type EventType = keyof typeof eventTypes;

export const allEventTypes = Object.keys(eventTypes) as [EventType, ...EventType[]];
