import {
  type ComplaintOutcome,
  complaintOutcomes,
} from '#domain/messaging/complaints/contract.browser.ts';

const tones: Record<ComplaintOutcome, string> = {
  open: 'text-waiting',
  upheld: 'text-bad',
  rejected: 'text-faint',
};

/** The outcome of a complaint. */
export const OutcomeStamp = ({ outcome }: { outcome: ComplaintOutcome }) => (
  <span className={`stamp ${tones[outcome]}`}>{complaintOutcomes[outcome]}</span>
);
