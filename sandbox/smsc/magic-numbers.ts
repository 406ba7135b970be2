import type { BehaviourName } from './behaviour.ts';

/** A number with a fixed behaviour. */
export type MagicNumber = {
  /** As on the wire: digits with the country code. */
  number: string;
  behaviour: BehaviourName;
  /** Applies to this many first submits of each text only; later ones are accepted and delivered. */
  firstSubmits: number | null;
  description: string;
};

/** Valid Indian mobile numbers, so that they pass all validation. */
export const magicNumbers: readonly MagicNumber[] = [
  {
    number: '919999900001',
    behaviour: 'delivered-late',
    firstSubmits: null,
    description: 'Delivered, with a receipt after 10 seconds',
  },
  {
    number: '919999900002',
    behaviour: 'undelivered',
    firstSubmits: null,
    description: 'Undelivered: UNDELIV, error 001',
  },
  {
    number: '919999900003',
    behaviour: 'rejected',
    firstSubmits: null,
    description: 'Rejected: invalid destination, 0x0B',
  },
  {
    number: '919999900004',
    behaviour: 'throttled',
    firstSubmits: 3,
    description: 'Each text throttled three times, 0x58, then accepted',
  },
  {
    number: '919999900005',
    behaviour: 'never-answered',
    firstSubmits: null,
    description: 'Accepted without a response; a receipt after 5 seconds',
  },
  {
    number: '919999900006',
    behaviour: 'receipt-first',
    firstSubmits: null,
    description: 'The receipt arrives before the response',
  },
  {
    number: '919999900007',
    behaviour: 'duplicate-receipt',
    firstSubmits: null,
    description: 'The receipt arrives twice',
  },
  {
    number: '919999900008',
    behaviour: 'connection-dropped',
    firstSubmits: 1,
    description: 'The connection breaks at each text’s first submit',
  },
  {
    number: '919999900009',
    behaviour: 'answered-late',
    firstSubmits: null,
    description: 'Accepted; the response arrives after 20 seconds',
  },
  {
    number: '919999900010',
    behaviour: 'receipt-lost',
    firstSubmits: null,
    description: 'Delivered, but no receipt comes',
  },
];

const byNumber = new Map(magicNumbers.map((magic) => [magic.number, magic]));

/** The magic number of a recipient, if it is one. */
export function magicNumberFor(recipient: string): MagicNumber | undefined {
  return byNumber.get(recipient);
}
