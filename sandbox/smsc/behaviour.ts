/**
 * How the network treats a submit.
 *
 * - `answer`: when the submit_sm_resp is sent; `cut` closes the connection instead, and the submit is not
 * accepted - `status`: the command_status of the response (SMPP 3.4 §5.1.3); any but 0 rejects the submit -
 * `receipts`: which receipts follow, and when
 */
export type Behaviour = {
  label: string;
  description: string;
  answer: 'now' | 'late' | 'never' | 'cut';
  status: number;
  receipts: {
    outcome: 'delivered' | 'undelivered';
    when: 'before-answer' | 'usual' | 'late' | 'unanswered';
    copies: number;
  } | null;
};

const usual = { outcome: 'delivered', when: 'usual', copies: 1 } as const;
const taken = { answer: 'now', status: 0, receipts: usual } as const;

/** Every behaviour by its name in forms and JSON. */
const behaviours = {
  normal: {
    ...taken,
    label: 'Normal',
    description: 'Accepted, then delivered.',
  },
  'delivered-late': {
    ...taken,
    label: 'Delivered late',
    description: 'Accepted; the receipt takes 10 seconds.',
    receipts: { ...usual, when: 'late' },
  },
  undelivered: {
    ...taken,
    label: 'Undelivered',
    description: 'Accepted, but it never reaches the phone: UNDELIV, error 001.',
    receipts: { ...usual, outcome: 'undelivered' },
  },
  rejected: {
    ...taken,
    label: 'Rejected',
    description: 'Permanently rejected: invalid destination, 0x0B.',
    status: 0x0b,
    receipts: null,
  },
  throttled: {
    ...taken,
    label: 'Throttled',
    description: 'Temporarily rejected: too fast, 0x58.',
    status: 0x58,
    receipts: null,
  },
  'never-answered': {
    ...taken,
    label: 'Never answered',
    description: 'Accepted, but the response is lost; the receipt comes after 5 seconds.',
    answer: 'never',
    receipts: { ...usual, when: 'unanswered' },
  },
  'answered-late': {
    ...taken,
    label: 'Answered late',
    description: 'Accepted, but the response takes 20 seconds.',
    answer: 'late',
  },
  'receipt-first': {
    ...taken,
    label: 'Receipt before answer',
    description: 'The receipt arrives before the response to the submit.',
    receipts: { ...usual, when: 'before-answer' },
  },
  'duplicate-receipt': {
    ...taken,
    label: 'Duplicate receipt',
    description: 'Accepted; the same receipt comes twice.',
    receipts: { ...usual, copies: 2 },
  },
  'receipt-lost': {
    ...taken,
    label: 'Receipt lost',
    description: 'Delivered, but no receipt comes; query_sm tells.',
    receipts: { ...usual, copies: 0 },
  },
  'connection-dropped': {
    ...taken,
    label: 'Connection dropped',
    description: 'The connection breaks when the submit arrives; it is not accepted.',
    answer: 'cut',
    receipts: null,
  },
} as const satisfies Record<string, Behaviour>;

export type BehaviourName = keyof typeof behaviours;

export const behaviourNames = Object.keys(behaviours) as [BehaviourName, ...BehaviourName[]];

/** A behaviour by name, in its general type. */
export function getBehaviour(name: BehaviourName): Behaviour {
  return behaviours[name];
}
