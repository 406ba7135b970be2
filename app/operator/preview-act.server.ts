import { data } from '@remix-run/node';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { parseForm } from '#app/forms/parse-form.ts';
import { announcementInput } from '#domain/notifications/announcements/contract.browser.ts';
import { formAct } from './operator-route.server.ts';

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
