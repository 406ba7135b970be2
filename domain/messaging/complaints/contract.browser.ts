import { z } from 'zod';
import { requiredText, safeText, withLf } from '#domain/shared/text.browser.ts';
import { momentInIndia } from '#domain/shared/time-input.browser.ts';

export const complaintOutcomes = {
  open: 'Open',
  upheld: 'Upheld',
  rejected: 'Rejected',
} as const;

export type ComplaintOutcome = keyof typeof complaintOutcomes;

const optionalText = (max: number) =>
  safeText.trim().max(max, `Please enter at most ${max} characters`).optional();

const longText = (sentence: string) =>
  requiredText(sentence)
    .transform((text) => withLf(text).trim())
    .pipe(z.string().min(1, sentence).max(2_000, 'Please enter at most 2,000 characters'));

/** The form of a new complaint. The server parses the number with the numbering plan. */
export const complaintForm = z.object({
  number: requiredText('Please enter the complainant’s number').max(
    40,
    'This is too long for a number',
  ),
  receivedAt: momentInIndia('Please enter when the message arrived'),
  header: requiredText('Please enter the header').pipe(
    z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]{1,11}$/, 'A header has 1 to 11 letters or digits'),
  ),
  templateId: optionalText(30),
  reference: optionalText(100),
  detail: longText('Please enter what the complaint states'),
  /** The message, if the operator knows it. */
  messageId: optionalText(40),
});

export type ComplaintInput = z.output<typeof complaintForm>;

/** The form that decides a complaint. */
export const complaintDecision = z.object({
  outcome: z.enum(['upheld', 'rejected'], { error: 'Please choose the outcome' }),
  finding: longText('Please enter what was found and done'),
});

export type ComplaintDecision = z.output<typeof complaintDecision>;

export type Complaint = {
  id: string;
  /** The number in E.164. */
  number: string;
  receivedAt: Date;
  header: string;
  templateId: string | null;
  /** The access provider's reference. */
  reference: string | null;
  detail: string;
  userId: string | null;
  messageId: string | null;
  outcome: ComplaintOutcome;
  /** Null while the complaint is open. */
  finding: string | null;
  createdAt: Date;
  decidedAt: Date | null;
};
