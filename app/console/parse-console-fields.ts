import { z } from 'zod';
import type { ConsoleFields } from './contract.ts';
import { indiaCountryCode } from './countries.ts';

const text = z.string().catch('');

/** Forms end their lines as HTTP does; a message is counted and sent with plain ones. */
const lines = text.transform((typed) => typed.replaceAll('\r\n', '\n'));

const typedSchema = z.object({
  key: text,
  country: z.string().catch(indiaCountryCode),
  phone: text.transform((typed) => typed.trim()),
  message: lines,
  otp: text.transform((typed) => typed.trim()),
}) satisfies z.ZodType<ConsoleFields>;

/** The form of a console. What it leaves out is empty. */
export const parseConsoleFields = (form: FormData): ConsoleFields =>
  typedSchema.parse(Object.fromEntries(form));

/** By which a form is known when it comes twice; null if it brings none that could be. */
export const readIdempotencyKey = (form: FormData): string | null =>
  z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .safeParse(form.get('idempotencyKey')).data ?? null;
