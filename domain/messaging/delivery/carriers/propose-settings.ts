import { type CarrierConfig, findLongCredentials } from './carrier-config.ts';
import type { Receipt, SubmitOutcome } from './contract.ts';
import { canonicalMessageId, type MessageIdFormat } from './message-id.ts';

/** ESME_RINVEXPIRY, and the statuses of rejected credentials: RBINDFAIL, RINVPASWD, RINVSYSID (SMPP 3.4 §5.1.3). */
const invalidValidity = 0x62;
const rejectedCredentials = [0x0d, 0x0e, 0x0f];

/** Pairs of formats for the ids of responses and of receipts, the least lenient first. */
const idFormats: [MessageIdFormat, MessageIdFormat][] = [
  ['loose', 'loose'],
  ['hex', 'decimal'],
  ['decimal', 'hex'],
  ['hex', 'hex'],
];

/** Characters that arrive as others where data_coding 0 is ASCII, or the other way round. */
const differing = /[@$_£¥§¡¿[\]{}\\^~|€]/;

/** Says what may help with a bind that was rejected with this status. */
export const proposeForBind = (
  bind: Parameters<typeof findLongCredentials>[0],
  rejectedWith: number,
): string[] =>
  rejectedCredentials.includes(rejectedWith)
    ? findLongCredentials(bind).map((long) => `${long}. Ask the carrier for a shorter one.`)
    : [];

type TestResult = {
  text: string;
  outcome: SubmitOutcome | null;
  receipt: Receipt | null;
  /** Final receipts for the same number that name another id. */
  others: readonly Receipt[];
  unread: readonly { reason: string }[];
};

/** Proposes settings of a carrier by what came back from it after a test message, each as a sentence. */
export function proposeSettings(
  {
    alphabet,
    validity,
    submitIdFormat,
    receiptIdFormat,
  }: Pick<CarrierConfig, 'alphabet' | 'validity' | 'submitIdFormat' | 'receiptIdFormat'>,
  { text, outcome, receipt, others, unread }: TestResult,
): string[] {
  const proposals = unread.map(({ reason }) => `It sent what is not understood: ${reason}.`);
  if (outcome?.kind === 'refused' && outcome.status === invalidValidity && validity !== 'none') {
    const next = validity === 'relative' ? 'absolute' : 'none';
    proposals.push(`It refuses this validity_period. Try "validity": "${next}".`);
  }
  if (outcome?.kind !== 'accepted') return proposals;
  const sent = outcome.carrierMessageId ?? '';
  if (!receipt && others.length > 0) {
    const isPlain = submitIdFormat === 'text' && receiptIdFormat === 'text';
    const formats = idFormats.find(
      ([response, inReceipt]) =>
        isPlain &&
        others.some(
          ({ carrierMessageId: id }) =>
            canonicalMessageId(sent, response) === canonicalMessageId(id, inReceipt),
        ),
    );
    const ids = others.map(({ carrierMessageId }) => carrierMessageId || 'no id').join(', ');
    proposals.push(
      formats
        ? `Its receipt names ${ids}. Set "submitIdFormat": "${formats[0]}" and "receiptIdFormat": "${formats[1]}".`
        : `A receipt for this number names ${ids}, which no format makes equal to ${sent || 'no id'}.`,
    );
  }
  if (alphabet === 'gsm' && differing.test(text)) {
    proposals.push(
      'If the phone shows other characters, such as ¡ for @ or § for _, try "alphabet": "latin1_default", then "latin1".',
    );
  }
  return proposals;
}
