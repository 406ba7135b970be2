type Behaviours = Record<string, { label: string; description: string }>;

/** What the provider can be told to do next, and for the tests' sake do wrong. */
export const behaviours = {
  webhooks: {
    normal: { label: 'Normal', description: 'Sent at once, in order.' },
    late: { label: 'Late', description: 'Sent after so many milliseconds.' },
    twice: { label: 'Twice', description: 'Sent twice at the same moment, with one event id.' },
    'out-of-order': {
      label: 'Out of order',
      description: 'Of events that happen together, sent after the others, the last first.',
    },
    never: { label: 'Never', description: 'Not sent.' },
    held: { label: 'Held', description: 'Kept back until it is released.' },
  },
  payments: {
    normal: { label: 'Normal', description: 'Captured.' },
    declined: { label: 'Declined', description: 'Fails, though Pay was pressed.' },
    authorized: { label: 'Authorized only', description: 'Not captured until it is asked for.' },
    'wrong-amount': { label: 'Wrong amount', description: 'Captured for ₹1.' },
    'wrong-currency': { label: 'Wrong currency', description: 'Captured in US dollars.' },
  },
  refunds: {
    normal: { label: 'Normal', description: 'Processed at once.' },
    pending: { label: 'Pending first', description: 'Pending, and processed a second later.' },
    failed: { label: 'Failed', description: 'Pending, and failed a second later.' },
    'under-way': {
      label: 'Under way',
      description: 'Made, but answered 409, as who asks again too soon is.',
    },
  },
  api: {
    normal: { label: 'Normal', description: 'Answered.' },
    error: { label: 'Error', description: 'Answered 500, and nothing is done.' },
    'not-json': { label: 'Not JSON', description: 'Answered 502 with a page, nothing is done.' },
    slow: { label: 'Slow', description: 'Done at once, answered after 15 seconds.' },
    dropped: { label: 'Dropped', description: 'The connection breaks, and nothing is done.' },
    'answer-lost': {
      label: 'Answer lost',
      description: 'Done, but the connection breaks before the answer.',
    },
  },
} as const satisfies Record<string, Behaviours>;

export type FaultSettingName = keyof typeof behaviours;
export type BehaviourOf<Name extends FaultSettingName> = keyof (typeof behaviours)[Name] & string;

export const faultSettingNames = Object.keys(behaviours) as FaultSettingName[];

/** What a behaviour of a dial is called, and what it does. */
export function describeBehaviour(dial: FaultSettingName, behaviour: string) {
  const words: Behaviours = behaviours[dial];
  return words[behaviour] ?? { label: behaviour, description: '' };
}
