/** How the network treats a submit. */
export type Behaviour = {
  label: string;
  description: string;
  /** When the submit_sm_resp is sent. `cut` closes the connection instead, and the submit is not accepted. */
  answer: 'now' | 'late' | 'never' | 'cut';
  /** The command_status of the response (SMPP 3.4 §5.1.3). Any status except 0 rejects the submit. */
  status: number;
  /** Which receipts follow, and when. */
  receipts: {
    outcome: 'delivered' | 'undelivered';
    when: 'before-answer' | 'usual' | 'late' | 'unanswered';
    copies: number;
  } | null;
};

function accept(
  label: string,
  description: string,
  receipts: Partial<Behaviour['receipts']> = {},
  answer: Behaviour['answer'] = 'now',
): Behaviour {
  const usual = { outcome: 'delivered', when: 'usual', copies: 1 } as const;
  return { label, description, answer, status: 0, receipts: { ...usual, ...receipts } };
}

function reject(
  label: string,
  description: string,
  { status = 0, answer = 'now' }: Partial<Behaviour>,
): Behaviour {
  return { label, description, answer, status, receipts: null };
}

/** Every behaviour by its name in forms and JSON. */
export const behaviours = {
  normal: accept('Normal', 'Accepted, then delivered.'),
  'delivered-late': accept('Delivered late', 'Accepted; the receipt takes 10 seconds.', {
    when: 'late',
  }),
  undelivered: accept(
    'Undelivered',
    'Accepted, but it never reaches the phone: UNDELIV, error 001.',
    { outcome: 'undelivered' },
  ),
  rejected: reject('Rejected', 'Permanently rejected: invalid destination, 0x0B.', {
    status: 0x0b,
  }),
  throttled: reject('Throttled', 'Temporarily rejected: too fast, 0x58.', { status: 0x58 }),
  'never-answered': accept(
    'Never answered',
    'Accepted, but the response is lost; the receipt comes after 5 seconds.',
    { when: 'unanswered' },
    'never',
  ),
  'answered-late': accept(
    'Answered late',
    'Accepted, but the response takes 20 seconds.',
    {},
    'late',
  ),
  'receipt-first': accept(
    'Receipt before answer',
    'The receipt arrives before the response to the submit.',
    { when: 'before-answer' },
  ),
  'duplicate-receipt': accept('Duplicate receipt', 'Accepted; the same receipt comes twice.', {
    copies: 2,
  }),
  'receipt-lost': accept('Receipt lost', 'Delivered, but no receipt comes; query_sm tells.', {
    copies: 0,
  }),
  'connection-dropped': reject(
    'Connection dropped',
    'The connection breaks when the submit arrives; it is not accepted.',
    { answer: 'cut' },
  ),
} satisfies Record<string, Behaviour>;

export type BehaviourName = keyof typeof behaviours;

export const behaviourNames = Object.keys(behaviours) as [BehaviourName, ...BehaviourName[]];

/** A number with a fixed behaviour. */
export type MagicNumber = {
  /** The number as it is in a PDU: digits with the country code. */
  number: string;
  behaviour: BehaviourName;
  description: string;
  /** How many submits of each text get the behaviour. Later submits of the text are delivered. */
  firstSubmits: number;
};

const magic = (
  number: string,
  behaviour: BehaviourName,
  description: string,
  firstSubmits = Number.POSITIVE_INFINITY,
): MagicNumber => ({ number, behaviour, description, firstSubmits });

/** Valid Indian mobile numbers, so that they pass all validation. */
export const magicNumbers: readonly MagicNumber[] = [
  magic('919999900001', 'delivered-late', 'Delivered, with a receipt after 10 seconds'),
  magic('919999900002', 'undelivered', 'Undelivered: UNDELIV, error 001'),
  magic('919999900003', 'rejected', 'Rejected: invalid destination, 0x0B'),
  magic('919999900004', 'throttled', 'Each text throttled three times, 0x58, then accepted', 3),
  magic('919999900005', 'never-answered', 'Accepted without a response; a receipt after 5 seconds'),
  magic('919999900006', 'receipt-first', 'The receipt arrives before the response'),
  magic('919999900007', 'duplicate-receipt', 'The receipt arrives twice'),
  magic(
    '919999900008',
    'connection-dropped',
    'The connection breaks at each text’s first submit',
    1,
  ),
  magic('919999900009', 'answered-late', 'Accepted; the response arrives after 20 seconds'),
  magic('919999900010', 'receipt-lost', 'Delivered, but no receipt comes'),
];
