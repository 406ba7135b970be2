import { serverSettings } from '#platform/server-settings.ts';
import { dltErrorTexts } from './dlt-error-texts.browser.ts';
import { errorCatalogue } from './errors.browser.ts';

/**
 * Returns the URL of the documentation about a code. The code may be an error of the API, or a verdict or warning of the
 * DLT check.
 */
export function docUrlOf(code: string): string {
  const isVerdict = !Object.hasOwn(errorCatalogue, code) || Object.hasOwn(dltErrorTexts, code);
  return `${serverSettings.PUBLIC_URL}/docs/${isVerdict ? 'dlt' : 'api-reference'}#${code}`;
}
