import { z } from 'zod';
import { addCatalogueIssue } from './describe-issue.ts';
import { exampleValues } from './example-values.ts';
import { parseIndianMobile } from './phone-number.ts';
import { messageIfMissing } from './text.ts';

const missing = 'Please enter a phone number';

/** A recipient in any usual notation, parsed to E.164. */
export const recipientInput = z
  .string({ error: messageIfMissing(missing) })
  .transform((typed, context) => {
    if (typed.trim() === '') return addCatalogueIssue(context, 'invalid_recipient', missing);
    const parsed = parseIndianMobile(typed);
    return 'number' in parsed ? parsed.number : addCatalogueIssue(context, parsed.error);
  })
  .meta({
    description:
      'An Indian mobile number: ten digits, or with `+91`, `91`, `0091` or `0` in front. Spaces, hyphens and brackets are ignored.',
    example: exampleValues.typed,
  });
