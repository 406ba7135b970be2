import { z } from 'zod';

/** The `doc_url` of errors and warnings in responses. */
export const docUrlOutput = z.url().meta({
  description: 'The URL of the documentation of `code`.',
  example: 'https://dakiya.example/docs/dlt#dlt_template_not_matched',
});

/** Additional fields of some errors and DLT warnings, for API clients. They never contain a value of the request. */
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
      description:
        'The slot of the template that the problem is about. `number` counts from 1; `length` and `max` are in characters.',
    }),
  position: z.int().optional().meta({
    description:
      'Where the problem begins in the text: the number of Unicode code points before this place.',
    example: 10,
  }),
  expected: z.string().optional().meta({
    description:
      'The template’s fixed text at the place where your text first differs: up to ten characters before this place, and ten after it.',
    example: 'Your code is',
  }),
  kind: z.string().optional().meta({
    description:
      'How the text differs from the template: `case`, `invisible`, `whitespace`, `quotes_and_dashes`, `punctuation`, `unicode_form`, `missing_end` or `extra_end`.',
    example: 'case',
  }),
  character: z.string().optional().meta({
    description:
      'The Unicode code point and name of the wrong or missing character, if people cannot see this character or easily mistake it for another.',
    example: 'U+200B ZERO WIDTH SPACE',
  }),
  candidates: z
    .array(z.string().meta({ example: '1107160000000000001' }))
    .optional()
    .meta({
      description:
        'The ids of the templates that match the text; if no template matches, the id of the most similar one.',
    }),
  didYouMean: z.string().optional().meta({
    description:
      'Your registered header that was probably meant: it differs only in upper and lower case, or has no prefix and suffix.',
    example: 'ACMEIN',
  }),
});

/** Additional fields of an error. */
export type ErrorFields = z.infer<typeof errorDetails>;
