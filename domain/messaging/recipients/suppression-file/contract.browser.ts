import { z } from 'zod';

/** In bytes. */
export const maxSuppressionFile = 5 * 1024 * 1024;

/** Rows of one file. */
export const maxSuppressionRows = 100_000;

/** How many rows without a number a result lists; further ones are only counted. */
export const maxInvalidRows = 100;

const count = z.int().meta({ example: 2 });

/**
 * The result of the rows of a file. Rows without a number are named by their position, because the file may contain
 * anything.
 */
export const suppressionFileResult = z.object({
  rows: count.meta({ description: 'Rows that are not empty, without the heading.', example: 6 }),
  added: count.meta({ description: 'Numbers that were not suppressed before.' }),
  known: count.meta({ description: 'Numbers that were suppressed already.' }),
  repeated: count.meta({
    description: 'Rows whose number occurs earlier in the file.',
    example: 1,
  }),
  invalid: count.meta({ description: 'Rows without an Indian mobile number.', example: 1 }),
  invalidRows: z
    .array(
      z.object({
        row: z.int().meta({ description: 'The line on which the row begins, from 1.', example: 4 }),
        detail: z.string().meta({
          example:
            'This number has 5 digits. An Indian mobile number has 10, with or without +91 in front.',
        }),
      }),
    )
    .meta({ description: `The first ${maxInvalidRows} rows without an Indian mobile number.` }),
});

export type SuppressionFileResult = z.infer<typeof suppressionFileResult>;
