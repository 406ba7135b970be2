import type { Toast } from '#app/session/toast.ts';
import { errorCatalogue } from '#domain/shared/errors.ts';

/** The only supported country. */
export const indiaCountryCode = '+91';

/** How long another country stays selected, in milliseconds. */
export const countryRevertMs = 1_000;

/** Options of the dropdown, in order. */
export const countries = [
  { code: indiaCountryCode, country: 'India', flag: '🇮🇳' },
  { code: '+1', country: 'United States', flag: '🇺🇸' },
  { code: '+44', country: 'United Kingdom', flag: '🇬🇧' },
  { code: '+61', country: 'Australia', flag: '🇦🇺' },
  { code: '+86', country: 'China', flag: '🇨🇳' },
  { code: '+81', country: 'Japan', flag: '🇯🇵' },
  { code: '+49', country: 'Germany', flag: '🇩🇪' },
  { code: '+33', country: 'France', flag: '🇫🇷' },
  { code: '+39', country: 'Italy', flag: '🇮🇹' },
  { code: '+34', country: 'Spain', flag: '🇪🇸' },
  { code: '+55', country: 'Brazil', flag: '🇧🇷' },
  { code: '+7', country: 'Russia', flag: '🇷🇺' },
  { code: '+82', country: 'South Korea', flag: '🇰🇷' },
  { code: '+65', country: 'Singapore', flag: '🇸🇬' },
  { code: '+971', country: 'UAE', flag: '🇦🇪' },
];

/** The toast for any other country. */
export const serviceLimited = {
  type: 'warning',
  title: 'Service Limited',
  message: errorCatalogue.unsupported_country,
} satisfies Toast;
