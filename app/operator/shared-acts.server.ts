import { data } from '@remix-run/node';
import { ZodError } from 'zod';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { parseForm } from '#app/forms/parse-form.ts';
import { CarrierError } from '#domain/delivery/routing/manage-carriers.ts';
import { announcementInput } from '#domain/notifications/announcements/contract.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { formAct } from './operator-route.server.ts';

/**
 * Runs a verb of carriers for a form, whose errors it words for the form.
 *
 * @param param the field that shows the error; by default the form as a whole
 * @throws DomainError `invalid_parameter`
 */
export async function runCarrierAct<T>(act: () => Promise<T>, param?: string): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof CarrierError) throw invalid(error.message, param);
    if (!(error instanceof ZodError)) throw error;
    const issues = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw invalid(issues.join('; '), param);
  }
}

/** Parses the JSON of a form. @throws DomainError `invalid_parameter` */
export function parseSettings(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw invalid('This is not JSON.', 'json');
  }
}

const invalid = (message: string, param?: string) =>
  new DomainError('invalid_parameter', { message, ...(param !== undefined && { param }) });

/** Shows the announcement of a form above it, and changes nothing. The reply keeps the typed values in the form. */
export const previewAct = (formId: string) =>
  formAct({
    permission: 'announcements.write',
    schema: announcementInput,
    fallback: fallbacks.announcement,
    formId: () => formId,
    run: async ({ text, level, linkUrl, linkLabel, dismissible }, { form }) => {
      const link = linkUrl && linkLabel ? { url: linkUrl, label: linkLabel } : null;
      const preview = { id: '', text, level, link, dismissible: dismissible === 'on' };
      return data({ formId, result: parseForm(form, announcementInput).reply(), preview });
    },
  });
