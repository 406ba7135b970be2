import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeIssue } from './describe-issue.browser.ts';

test.each([
  [z.string(), undefined, 'Please fill this in: it is required.'],
  [z.string(), 7, 'Please send text here.'],
  [z.int(), 1.5, 'Please send a whole number here.'],
  [z.coerce.number(), 'many', 'Please send a number here.'],
  [z.boolean(), 'yes', 'Please send true or false here.'],
  [z.array(z.unknown()), {}, 'Please send a list here.'],
  [z.object({}), [], 'Please send a JSON object here.'],
  [z.string().min(1), '', 'Please use at least 1 character.'],
  [z.string().max(40), 'x'.repeat(41), 'Please use at most 40 characters.'],
  [z.number().min(4), 3, 'Please send a number of at least 4.'],
  [z.number().max(6), 7, 'Please send a number of at most 6.'],
  [z.number().positive(), 0, 'Please send a number above 0.'],
  [z.array(z.unknown()).min(1), [], 'Please send at least 1 entry.'],
  [z.array(z.unknown()).max(2), [1, 2, 3], 'Please send at most 2 entries.'],
  [z.literal('INR'), 'USD', 'Please send INR here, or remove this field.'],
  [z.enum(['sent', 'failed']), 'lost', 'Please send one of these: sent, failed.'],
  [
    z.iso.datetime(),
    'today',
    'Please send a date and time in ISO 8601, such as 2026-04-06T15:00:00+05:30 (with %2B instead of + in a URL).',
  ],
  [z.string().regex(/^a/), 'b', 'Please check this: its format is not valid.'],
  [z.union([z.string(), z.boolean()]), 7, 'Please check this: it has none of the accepted forms.'],
  [z.string().max(2, 'Own words.'), 'abc', 'Own words.'],
])('the error message says how to correct the input (case %#)', (schema, input, sentence) => {
  const read = schema.safeParse(input, { error: describeIssue });
  expect(read.error?.issues.map(({ message }) => message)).toEqual([sentence]);
});
