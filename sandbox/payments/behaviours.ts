type Behaviours = Record<string, { label: string; description: string }>;

/** Behaviours of the provider, including faults for tests. */
export const behaviours = {
  webhooks: {
    normal: { label: 'Normal', description: 'Sent immediately, in order.' },
    late: { label: 'Late', description: 'Sent after the set number of milliseconds.' },
    twice: { label: 'Twice', description: 'Sent twice at the same moment, with one event id.' },
    'out-of-order': {
      label: 'Out of order',
      description: 'Sent after other events of the same change, in reverse order.',
    },
    never: { label: 'Never', description: 'Not sent.' },
    held: { label: 'Held', description: 'Held until released.' },
  },
  payments: {
    normal: { label: 'Normal', description: 'Captured.' },
    declined: { label: 'Declined', description: 'Fails, although Pay was pressed.' },
    authorized: { label: 'Authorized only', description: 'Not captured until requested.' },
    'fee-on-top': {
      label: 'Fee on top',
      description: 'Captured with the fee, which the customer pays.',
    },
    'with-offer': {
      label: 'With an offer',
      description: 'Captured for a tenth less, by an offer.',
    },
    'wrong-amount': { label: 'Wrong amount', description: 'Captured for ₹1.' },
    'wrong-currency': { label: 'Wrong currency', description: 'Captured in US dollars.' },
  },
  refunds: {
    normal: { label: 'Normal', description: 'Processed immediately.' },
    pending: { label: 'Pending first', description: 'Pending, and processed a second later.' },
    failed: { label: 'Failed', description: 'Pending, and failed a second later.' },
    'under-way': {
      label: 'In progress',
      description: 'Created, but the response is 409, as for a repeated request.',
    },
  },
  api: {
    normal: { label: 'Normal', description: 'Responds normally.' },
    error: { label: 'Error', description: 'Responds with 500 and does nothing.' },
    'not-json': {
      label: 'Not JSON',
      description: 'Responds with 502 and an HTML page, and does nothing.',
    },
    slow: { label: 'Slow', description: 'Done immediately, but the response takes 15 seconds.' },
    dropped: { label: 'Dropped', description: 'Closes the connection and does nothing.' },
    'answer-lost': {
      label: 'Response lost',
      description: 'Done, but the connection closes before the response.',
    },
  },
} as const satisfies Record<string, Behaviours>;

export type FaultSettingName = keyof typeof behaviours;
export type BehaviourOf<Name extends FaultSettingName> = keyof (typeof behaviours)[Name] & string;

export const faultSettingNames = Object.keys(behaviours) as FaultSettingName[];

/** The label and description of a behaviour. */
export function describeBehaviour(setting: FaultSettingName, behaviour: string) {
  const labels: Behaviours = behaviours[setting];
  return labels[behaviour] ?? { label: behaviour, description: '' };
}
