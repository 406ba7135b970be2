import { fallbacks } from '#app/forms/fallbacks.ts';
import { submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { settingsForm } from '#domain/settings/contract.ts';
import { saveSettings } from '#domain/settings/save-settings.server.ts';
import { unsentReply } from '../../unsent/unsent-reply.ts';

const formId = 'settings';

/** Keeps the settings. */
export const act = ({ userId }: SignedIn, form: FormData) =>
  submit(
    form,
    settingsForm,
    async (chosen) => {
      await saveSettings(userId, chosen);
      const toast = { type: 'success', title: 'Settings saved successfully' } as const;
      return redirectWithToast(paths.dashboard('settings'), toast);
    },
    { formId, fallback: fallbacks.settings },
  );

/** The settings as they were chosen. */
export const showUnsent = (form: FormData) => unsentReply(formId, settingsForm, form);
