import { z } from 'zod';
import { addCatalogueIssue } from '../shared/describe-issue.browser.ts';
import { errorCatalogue } from '../shared/errors.browser.ts';
import { exampleValues } from '../shared/example-values.browser.ts';
import { messageIfMissing } from '../shared/text.browser.ts';
import { type PhoneNumberError, parseIndianMobile } from './phone-number.ts';

const missing = 'Please enter a phone number';

/**
 * Returns the error message for a phone number: `reason` for an invalid Indian number, and the sentence of the
 * specification for a number of another country.
 */
export const toSentence = ({ error, reason }: { error: PhoneNumberError; reason: string }) =>
  error === 'invalid_recipient' ? reason : errorCatalogue[error];

/** A recipient in any usual notation. It is parsed to E.164. */
export const recipientInput = z
  .string({ error: messageIfMissing(missing) })
  .transform((typed, context) => {
    if (typed.trim() === '') return addCatalogueIssue(context, 'invalid_recipient', missing);
    const parsed = parseIndianMobile(typed);
    return 'number' in parsed
      ? parsed.number
      : addCatalogueIssue(context, parsed.error, toSentence(parsed));
  })
  .meta({
    description:
      'An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari.',
    example: exampleValues.typed,
  });

/** The sender that a phone shows: a text that fits into an alphanumeric address (3GPP TS 23.040, 9.1.2.5). */
export const senderId = z.string().regex(/^[\x21-\x7e]{1,11}$/, 'must be 1 to 11 ASCII characters');

/** Masks a phone number so that only its owner recognises the number, for example `+91 ••••• •3210`. */
export const maskNumber = (number: string) => `+91 ••••• •${number.slice(-4)}`;
