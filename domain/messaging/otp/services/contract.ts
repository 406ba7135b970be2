import { z } from 'zod';
import { findingOutput } from '#domain/dlt/check/verdicts.ts';
import { findIdProblem } from '#domain/dlt/registry/contract.browser.ts';
import { toBareId } from '#domain/shared/characters.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import {
  domainPattern,
  findAsciiForm,
  isOneLine,
  notOneLine,
  requiredText,
  safeText,
} from '#domain/shared/text.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import { normalizeCode } from '#domain/sms/digits.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { defaultText } from './compose-text.browser.ts';

/** Maximum number of services of an account. */
export const maxServices = 20;

export const maxTestNumbers = 10;

/**
 * Maximum validity of a test number, in days. Without it, a known code could open accounts permanently if the owner forgot
 * to remove the test number.
 */
const maxTestDays = 366;

/** The maximum validity of a service's codes, in seconds. */
export const maxTtlSeconds = 3_600;

/** A number with a fixed code, for people who review the customer's app. */
export type TestNumber = { recipient: string; code: string; endsOn: string };

/** The name, sender, text and code format with which an account sends codes. */
export type OtpService = {
  id: string;
  name: string;
  sender: string | null;
  templateId: string | null;
  text: string;
  length: number;
  letters: boolean;
  ttlSeconds: number;
  maxAttempts: number;
  resend: 'same' | 'new';
  appHash: string | null;
  webDomain: string | null;
  testNumbers: TestNumber[];
};

const testNumber = z.object({
  recipient: recipientInput,
  code: z.string().transform(normalizeCode).meta({
    description: 'The fixed code. Its length and characters must be those of the service’s codes.',
    example: '482913',
  }),
  ends_on: z.iso
    .date()
    .refine(
      (day) => Date.parse(day) <= clock.now().getTime() + maxTestDays * 86_400_000,
      'A test number is valid for at most a year. Choose an earlier day, and extend it later.',
    )
    .meta({
      description:
        'The last day, in India time, on which the number is a test number; at most a year from now.',
      example: '2027-03-31',
    }),
});

const optional = <T extends z.ZodType>(schema: T) => schema.nullable().optional();

/** A domain, of which no label begins or ends with a hyphen (RFC 1123, 2.1). */
const isDomain = new RegExp(`^(?!-)(?!.*(?:-\\.|\\.-))${domainPattern}$`);

const fields = {
  name: requiredText('Please enter a name')
    .trim()
    .min(1, 'Please enter a name')
    .max(30)
    .refine(isOneLine, notOneLine)
    .meta({
      description: 'The name of your app or brand, which replaces `{name}` in the text.',
      example: 'Acme',
    }),
  sender_id: optional(
    z
      .string()
      .overwrite(toBareId)
      .regex(/^(?:[A-Za-z]{3,6}|\d{6})$/, 'A header has 3 to 6 letters, or 6 digits.'),
  ).meta({
    description:
      'One of your approved headers. Null means your only header; if you have several, the template’s only header; if you have none, the installation’s header.',
    example: 'ACMEIN',
  }),
  template_id: optional(
    z
      .string()
      .overwrite(toBareId)
      .refine((id) => findIdProblem(id) === null, 'A DLT id is 12 to 20 digits.'),
  ).meta({
    description:
      'The id of the DLT template. If it is null, Dakiya finds the template by the text.',
    example: null,
  }),
  text: safeText
    .max(500)
    .refine((text) => text.split('{code}').length === 2, 'The text must have {code} once.')
    .meta({
      description: 'The text of the message. It has exactly one `{code}`, and may have `{name}`.',
      example: '{code} is your {name} verification code. Do not share it with anyone.',
    }),
  length: z
    .int()
    .min(4)
    .max(8)
    .meta({ description: 'The number of characters of a code.', example: 6 }),
  letters: z.boolean().meta({
    description:
      'Whether codes also contain capital letters. Letters that resemble digits are not used.',
    example: false,
  }),
  ttl_seconds: z.int().min(60).max(maxTtlSeconds).meta({
    description: 'How long a code is valid, in seconds.',
    example: 300,
  }),
  max_attempts: z.int().min(1).max(5).meta({
    description: 'The number of wrong attempts after which a code no longer works.',
    example: 5,
  }),
  resend: z.enum(['same', 'new']).meta({
    description:
      'What a repeated call sends while a code is valid. `same`: the same code. `new`: a new code that replaces the valid one.',
    example: 'same',
  }),
  app_hash: optional(
    z.string().regex(/^[A-Za-z0-9+/]{11}$/, 'An app hash has 11 characters of base 64.'),
  ).meta({
    description:
      'The app hash for Android’s SMS Retriever. Dakiya adds the hash to the text on a separate line. Null for no hash.',
    example: null,
  }),
  web_domain: optional(
    z.string().superRefine((domain, context) => {
      if (isDomain.test(domain)) return;
      const message = findAsciiForm(domain) ?? 'Please send a domain such as example.com.';
      context.addIssue({ code: 'custom', message });
    }),
  ).meta({
    description:
      'The domain of your website. Dakiya adds the last line `@domain #code` to the text, so that browsers fill in the code (WebOTP). Null for no domain.',
    example: null,
  }),
  test_numbers: z
    .array(testNumber)
    .max(maxTestNumbers)
    .meta({
      description: `Up to ${maxTestNumbers} phone numbers, each with a fixed code, for the people who review your app. These numbers get no message.`,
      example: [],
    }),
};

/** The input to create a service. Only the name is required. */
export const createServiceInput = z.object({
  ...fields,
  text: fields.text.default(defaultText),
  length: fields.length.default(6),
  letters: fields.letters.default(false),
  ttl_seconds: fields.ttl_seconds.default(300),
  max_attempts: fields.max_attempts.default(5),
  resend: fields.resend.default('same'),
  test_numbers: fields.test_numbers.default([]),
});

export type CreateServiceInput = z.output<typeof createServiceInput>;

export const changeServiceInput = z.object(fields).partial();

export type ServiceChanges = z.output<typeof changeServiceInput>;

export const serviceOutput = z.object({
  _id: z.string().meta({ example: exampleValues.serviceId }),
  name: z.string().meta({ example: 'Acme' }),
  sender_id: z.string().nullable().meta({ example: 'ACMEIN' }),
  template_id: z.string().nullable().meta({ example: null }),
  text: z.string().meta({ example: 'Your code is {code}. - {name}' }),
  length: z.int().meta({ example: 6 }),
  letters: z.boolean(),
  ttl_seconds: z.int().meta({ example: 300 }),
  max_attempts: z.int().meta({ example: 5 }),
  resend: z.enum(['same', 'new']),
  app_hash: z.string().nullable().meta({ example: null }),
  web_domain: z.string().nullable().meta({ example: null }),
  test_numbers: z.array(
    z.object({
      recipient: z.string().meta({ example: exampleValues.recipient }),
      code: z.string().meta({ example: exampleValues.code }),
      ends_on: z.string().meta({ example: '2027-03-31' }),
    }),
  ),
});

/** A saved service, as the API returns it. */
export const checkedServiceOutput = serviceOutput.extend({
  warnings: z.array(findingOutput).meta({
    description:
      'Warnings of the DLT check about the service’s messages. They do not prevent sending.',
    example: [],
  }),
});
