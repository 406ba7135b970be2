import { data } from '@remix-run/node';
import { ZodError } from 'zod';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { parseForm } from '#app/forms/parse-form.ts';
import { CarrierError } from '#domain/delivery/routing/manage-carriers.ts';
import { announcementInput } from '#domain/notifications/announcements/contract.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { formAct } from './operator-route.server.ts';

/** The field of the form that shows each kind of error; by default, the form as a whole shows it. */
type Params = { carrierError?: string; zodError?: string };

/**
 * Runs a verb that acts on carriers or routes, and converts its errors to errors of the form.
 *
 * @throws DomainError `invalid_parameter`
 */
export async function runCarrierAct<T>(
  act: () => T | Promise<T>,
  { carrierError, zodError }: Params = {},
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof CarrierError) throw invalid(error.message, carrierError);
    if (!(error instanceof ZodError)) throw error;
    const issues = error.issues.map(({ path, message }) =>
      path.length > 0 ? `${path.join('.')}: ${message}` : message,
    );
    throw invalid(issues.join('; '), zodError);
  }
}

/** The error of a field, or of the form as a whole. */
export const invalid = (message: string, param?: string) =>
  new DomainError('invalid_parameter', { message, ...(param !== undefined && { param }) });

/**
 * Shows the announcement of a form above the form, and stores nothing. The reply keeps the typed values in the form.
 */
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
