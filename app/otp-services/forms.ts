import { z } from 'zod';
import { requiredText, safeText } from '#domain/shared/text.browser.ts';

export const serviceFormId = 'service';

/**
 * The checks of a service in the browser. The fields have the names of the API's fields. The API's rules
 * (`service-input.server.ts`) run only on the server: they include the numbering plans of all countries, which are too large
 * for the browser.
 */
export const serviceForm = z.object({
  name: requiredText('Please enter a name').max(30),
  sender_id: safeText.max(40).optional(),
  template_id: safeText.max(40).optional(),
  text: requiredText('Please enter a text').max(500),
  length: z.string(),
  letters: z.string(),
  ttl_seconds: requiredText('Please enter a number').max(10),
  max_attempts: z.string(),
  resend: z.string(),
  app_hash: safeText.max(40).optional(),
  web_domain: safeText.max(253).optional(),
});

export type ServiceFields = z.input<typeof serviceForm>;

export const testNumberFormId = 'test-number';

/** The checks of a test number in the browser. */
export const testNumberForm = z.object({
  recipient: requiredText('Please enter a phone number').max(40),
  code: requiredText('Please enter a code').max(8),
  ends_on: requiredText('Please choose a day'),
});

/** How long a code is valid, such as `5 min` or `1 min 30 s`. */
export function lifeText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  return [minutes > 0 ? `${minutes} min` : '', rest > 0 ? `${rest} s` : '']
    .filter((part) => part !== '')
    .join(' ');
}
