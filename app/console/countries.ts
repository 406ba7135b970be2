import type { Toast } from '#app/components/toasts.tsx';
import { errorCatalogue } from '#domain/shared/errors.browser.ts';

/** The only supported country. */
export const indiaCountryCode = '+91';

/** How long a country other than India stays selected, in milliseconds. */
export const countryRevertMs = 1_000;

/** Options of the dropdown, in order. `app/styles/flags.css` has their flags. */
export const countries = [
  { code: indiaCountryCode, country: 'India' },
  { code: '+1', country: 'United States' },
  { code: '+44', country: 'United Kingdom' },
  { code: '+61', country: 'Australia' },
  { code: '+86', country: 'China' },
  { code: '+81', country: 'Japan' },
  { code: '+49', country: 'Germany' },
  { code: '+33', country: 'France' },
  { code: '+39', country: 'Italy' },
  { code: '+34', country: 'Spain' },
  { code: '+55', country: 'Brazil' },
  { code: '+7', country: 'Russia' },
  { code: '+82', country: 'South Korea' },
  { code: '+65', country: 'Singapore' },
  { code: '+971', country: 'UAE' },
];

/** The toast for any other country. */
export const serviceLimited = {
  type: 'warning',
  title: 'Service Limited',
  message: errorCatalogue.unsupported_country,
} satisfies Toast;
