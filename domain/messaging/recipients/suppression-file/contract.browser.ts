import { z } from 'zod';

/** The maximum size of a file, in bytes. */
export const maxSuppressionFile = 5 * 1024 * 1024;

export const maxSuppressionRows = 100_000;

/** Maximum number of rows without a number that a result lists. Further ones are only counted. */
export const maxInvalidRows = 100;

const count = z.int().meta({ example: 2 });

/**
 * What happened to the rows of a file. The result identifies rows without a number by their position and does not quote
 * them, because a file may contain any data.
 */
export const suppressionFileResult = z.object({
  rows: count.meta({
    description: 'The number of rows, without empty rows and the heading.',
    example: 6,
  }),
  added: count.meta({ description: 'How many numbers were not suppressed before.' }),
  known: count.meta({ description: 'How many numbers were suppressed already.' }),
  repeated: count.meta({
    description: 'How many rows have a number that occurs earlier in the file.',
    example: 1,
  }),
  invalid: count.meta({ description: 'How many rows have no Indian mobile number.', example: 1 }),
  invalidRows: z
    .array(
      z.object({
        row: z.int().meta({
          description: 'The line of the file on which the row begins, counted from 1.',
          example: 4,
        }),
        detail: z.string().meta({
          example:
            'This number has 5 digits. An Indian mobile number has 10, with or without +91 in front.',
        }),
      }),
    )
    .meta({ description: `The first ${maxInvalidRows} rows without an Indian mobile number.` }),
});

export type SuppressionFileResult = z.infer<typeof suppressionFileResult>;
