import { z } from 'zod';
import { addCatalogueIssue } from './add-catalogue-issue.ts';
import { exampleValues } from './example-values.ts';
import { parseIndianMobile } from './phone-number.ts';
import { askFor } from './text.ts';

const missing = 'Please enter a phone number';

/** A recipient as callers may write it; read to E.164. */
export const recipientInput = z
  .string({ error: askFor(missing) })
  .transform((typed, context) => {
    if (typed.trim() === '') return addCatalogueIssue(context, 'invalid_recipient', missing);
    const read = parseIndianMobile(typed);
    return 'number' in read ? read.number : addCatalogueIssue(context, read.fault);
  })
  .meta({
    description:
      'An Indian mobile number: ten digits, or with `+91`, `91`, `0091` or `0` in front. Spaces, hyphens and brackets are ignored.',
    example: exampleValues.typed,
  });
