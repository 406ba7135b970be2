import { defineSettings, textFor } from '#platform/settings.ts';
import { acceptMobilePrefixes } from './phone-number.ts';

/** @throws Error that names the first part that is no series of mobile numbers */
function parsePrefixes(list: string): string[] {
  const prefixes = list.split(',').map((prefix) => prefix.trim());
  const wrong = prefixes.find((prefix) => prefix !== '' && !/^[6-9]\d{1,8}$/.test(prefix));
  if (wrong !== undefined) {
    throw new Error(
      `“${wrong}” is not a series of Indian mobile numbers. Write 2 to 9 leading digits, without +91, separated by commas, such as 62999,7000`,
    );
  }
  return prefixes.filter((prefix) => prefix !== '');
}

/** Series of mobile numbers that are in use, but not in libphonenumber's metadata yet. */
const numberSettings = defineSettings({
  MOBILE_PREFIXES: textFor(parsePrefixes).optional(),
});

/** Makes `parseIndianMobile` accept the series of MOBILE_PREFIXES. */
export function applyNumberSettings(): void {
  acceptMobilePrefixes(parsePrefixes(numberSettings.MOBILE_PREFIXES ?? ''));
}
