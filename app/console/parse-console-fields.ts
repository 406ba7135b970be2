import { z } from 'zod';
import { withLf } from '#domain/shared/text.browser.ts';
import type { ConsoleFields } from './contract.ts';
import { indiaCountryCode } from './countries.ts';
import { readValues } from './template-values.ts';

const text = z.string().catch('');

/** A message is counted and sent with LF. */
const lines = text.transform(withLf);

const typedSchema = z.object({
  key: text,
  country: z.string().catch(indiaCountryCode),
  phone: text.transform((typed) => typed.trim()),
  message: lines,
  otp: text.transform((typed) => typed.trim()),
  service: text,
  sender: text.transform((typed) => typed.trim()),
  template: text.transform((typed) => typed.trim()),
}) satisfies z.ZodType<Omit<ConsoleFields, 'values'>>;

/** More slots than a template has. */
const maxValues = 50;

/** Parses the form of a console. Missing fields are empty. */
export const parseConsoleFields = (form: FormData): ConsoleFields => ({
  ...typedSchema.parse(Object.fromEntries(form)),
  values: readValues(form).slice(0, maxValues).map(withLf),
});

/** The form's idempotency key; null if it is missing or invalid. */
export const readIdempotencyKey = (form: FormData): string | null =>
  z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .safeParse(form.get('idempotencyKey')).data ?? null;
