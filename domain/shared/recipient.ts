import { z } from 'zod';
import { addCatalogueIssue } from './describe-issue.browser.ts';
import { errorCatalogue } from './errors.browser.ts';
import { exampleValues } from './example-values.browser.ts';
import { type PhoneNumberError, parseIndianMobile } from './phone-number.ts';
import { messageIfMissing } from './text.browser.ts';

const missing = 'Please enter a phone number';

/** The specification gives the sentence for other countries, a reason says what is wrong with an Indian number. */
export const toSentence = ({ error, reason }: { error: PhoneNumberError; reason: string }) =>
  error === 'invalid_recipient' ? reason : errorCatalogue[error];

/** A recipient in any usual notation, parsed to E.164. */
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
      'An Indian mobile number in any common form: ten digits, or with `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters around and between the digits are ignored, and digits of Indian scripts are read.',
    example: exampleValues.typed,
  });
