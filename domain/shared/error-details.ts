import { z } from 'zod';

/** Of errors and warnings in responses. */
export const docUrlOutput = z.url().meta({
  description: 'The documentation of this code.',
  example: 'https://dakiya.example/docs/dlt#dlt_template_not_matched',
});

/** What some errors, and warnings of the DLT check, say besides, for programs. None holds a value that was sent. */
export const errorDetails = z.object({
  scope: z.string().optional().meta({
    description: 'The scope that the API key lacks.',
    example: 'messages:send',
  }),
  slot: z
    .object({
      number: z.int().meta({ example: 1 }),
      type: z.string().meta({ example: 'numeric' }),
      length: z.int().optional().meta({ example: 41 }),
      max: z.int().optional().meta({ example: 40 }),
    })
    .optional()
    .meta({
      description: 'The slot of the template that it is about, from 1 on; lengths in characters.',
    }),
  position: z.int().optional().meta({
    description: 'The first character of the text that differs, from 0 on, in code points.',
    example: 10,
  }),
  expected: z.string().optional().meta({
    description: 'What the template has there.',
    example: 'Your code is',
  }),
  kind: z.string().optional().meta({
    description: 'In what the text differs.',
    example: 'case',
  }),
  character: z.string().optional().meta({
    description:
      'The character that it is about, where it cannot be seen or is taken for another: its number and name in Unicode.',
    example: 'U+200B ZERO WIDTH SPACE',
  }),
  candidates: z
    .array(z.string().meta({ example: '1107160000000000001' }))
    .optional()
    .meta({
      description: 'Ids of the templates that fit, or come nearest.',
    }),
  didYouMean: z.string().optional().meta({
    description: 'Your header of these letters.',
    example: 'ACMEIN',
  }),
});
