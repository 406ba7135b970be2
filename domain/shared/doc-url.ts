import { serverSettings } from '#platform/server-settings.ts';
import { dltErrorTexts } from './dlt-error-texts.browser.ts';
import { errorCatalogue } from './errors.browser.ts';

/** Where the documentation explains a code: an error of the API, or a verdict or warning of DLT. */
export function docUrlOf(code: string): string {
  const isVerdict = !Object.hasOwn(errorCatalogue, code) || Object.hasOwn(dltErrorTexts, code);
  return `${serverSettings.PUBLIC_URL}/docs/${isVerdict ? 'dlt' : 'api-reference'}#${code}`;
}
