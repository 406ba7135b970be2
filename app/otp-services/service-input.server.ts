import { z } from 'zod';
import {
  type CreateServiceInput,
  changeServiceInput,
  type OtpService,
} from '#domain/messaging/otp/services/contract.ts';
import { listServices } from '#domain/messaging/otp/services/manage-services.ts';
import { lastDaysInIndia } from '#domain/shared/days-in-india.browser.ts';
import { requiredText, safeText, withLf } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import type { ServiceFields } from './forms.ts';

const { shape } = changeServiceInput;

/** A typed number. */
const typed = <S extends z.ZodType<number, number>>(schema: S) =>
  requiredText('Please enter a number')
    .max(10)
    .regex(/^\s*\d+\s*$/, 'Please enter a whole number')
    .transform(Number)
    .pipe(schema);

/** Optional fields. In the API, a missing value is null. */
const optional = <S extends z.ZodType<string, string>>(
  schema: z.ZodOptional<z.ZodOptional<z.ZodNullable<S>>>,
) => safeText.trim().pipe(schema.unwrap().unwrap().unwrap()).optional();

/** Parses the form of a service with the API's rules. */
export const serviceFormInput = z.object({
  name: shape.name.unwrap(),
  sender_id: optional(shape.sender_id),
  template_id: optional(shape.template_id),
  text: safeText.transform(withLf).pipe(shape.text.unwrap()),
  length: typed(shape.length.unwrap()),
  letters: z.enum(['true', 'false']).transform((letters) => letters === 'true'),
  ttl_seconds: typed(shape.ttl_seconds.unwrap()),
  max_attempts: typed(shape.max_attempts.unwrap()),
  resend: shape.resend.unwrap(),
  app_hash: optional(shape.app_hash),
  web_domain: optional(shape.web_domain),
});

const testNumber = shape.test_numbers.unwrap().element.shape;

/** Parses the form of a test number with the API's rules. The last day must not be in the past. */
export const testNumberInput = z.object({
  recipient: testNumber.recipient,
  code: requiredText('Please enter a code')
    .max(8)
    .transform((code) => code.trim().toUpperCase()),
  ends_on: testNumber.ends_on.refine(
    (day) => day >= (lastDaysInIndia(clock.now(), 1)[0] ?? ''),
    'This day is over.',
  ),
});

/** Converts a service's form to the API's input: emptied fields become null. */
export const toServiceInput = ({
  sender_id,
  template_id,
  app_hash,
  web_domain,
  ...same
}: z.output<typeof serviceFormInput>): Omit<CreateServiceInput, 'test_numbers'> => ({
  ...same,
  sender_id: sender_id ?? null,
  template_id: template_id ?? null,
  app_hash: app_hash ?? null,
  web_domain: web_domain ?? null,
});

/** Converts a service to the values of its form. */
export const toServiceFields = (service: OtpService): ServiceFields => ({
  name: service.name,
  sender_id: service.sender ?? '',
  template_id: service.templateId ?? '',
  text: service.text,
  length: String(service.length),
  letters: String(service.letters),
  ttl_seconds: String(service.ttlSeconds),
  max_attempts: String(service.maxAttempts),
  resend: service.resend,
  app_hash: service.appHash ?? '',
  web_domain: service.webDomain ?? '',
});

/** A service of the account. @throws Response 404 if the account has no service with this id */
export async function findService(userId: string, id: string): Promise<OtpService> {
  const service = (await listServices(userId)).find((one) => one.id === id);
  if (!service) throw new Response(null, { status: 404 });
  return service;
}
