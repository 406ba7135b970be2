import { useActionData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { AnnouncementCard } from '#app/announcements/announcements.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field, Select, TextArea } from '#app/forms/field.tsx';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { toLocalTime } from '#app/messages/contract.ts';
import {
  type Announcement,
  announcementAudiences,
  announcementInput,
  announcementLevels,
} from '#domain/notifications/announcements/contract.browser.ts';

const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

type Previewed = Pick<Announcement, 'id' | 'text' | 'level' | 'link' | 'dismissible'>;

/** Shows the announcement that the page's form contained when Preview was pressed. Renders nothing before that. */
export function Preview() {
  const preview = (useActionData() as { preview?: Previewed } | undefined)?.preview;
  if (!preview) return null;
  return (
    <section aria-labelledby="preview-title" className="grid gap-2">
      <h2 className="text-sm font-medium" id="preview-title">
        Preview, not published yet
      </h2>
      <AnnouncementCard isPreview one={preview} />
    </section>
  );
}

type AnnouncementFormProps = {
  /** The id of the form. */
  id: string;
  /** The announcement that the form changes. */
  one?: Announcement;
  /** The button that submits the form. */
  children: ReactNode;
};

/** The fields of an announcement. */
export function AnnouncementForm({ id, one, children }: AnnouncementFormProps) {
  const { form, fields } = useValidatedForm({
    id,
    schema: announcementInput,
    ...(one && { defaultValue: toDefault(one) }),
  });
  return (
    <ValidatedForm className="grid gap-5 p-5" fallback={fallbacks.announcement} form={form}>
      <TextArea field={fields.text} hint="Plain text, at most 500 characters" label="Text" />
      <div className="grid gap-5 @2xl:grid-cols-2">
        <Select field={fields.level} label="Level" options={optionsOf(announcementLevels)} />
        <Select
          field={fields.audience}
          label="Audience"
          options={optionsOf(announcementAudiences)}
        />
      </div>
      <Field
        field={fields.audienceIds}
        hint="Names of plans, or ids of accounts (usr_…), separated by spaces. Empty for all accounts"
        label="Plans or accounts"
      />
      <div className="grid gap-5 @2xl:grid-cols-2">
        <Field
          field={fields.linkUrl}
          hint="Optional: https://… or a path such as /docs"
          label="Link"
        />
        <Field field={fields.linkLabel} label="Label of the link" />
        <Field field={fields.startsAt} hint="India time" label="From" type="datetime-local" />
        <Field field={fields.endsAt} hint="India time" label="Until" type="datetime-local" />
      </div>
      <Checkbox field={fields.dismissible}>Readers can dismiss the announcement</Checkbox>
      <div className="flex flex-wrap gap-3">
        {children}
        <button className="button-quiet" name="intent" type="submit" value="announcement.preview">
          Preview
        </button>
      </div>
    </ValidatedForm>
  );
}

const toDefault = ({ link, startsAt, endsAt, dismissible, audienceIds, ...one }: Announcement) => ({
  ...{ text: one.text, level: one.level, audience: one.audience },
  audienceIds: audienceIds.join(' '),
  ...(link && { linkUrl: link.url, linkLabel: link.label }),
  ...{ startsAt: toLocalTime(startsAt), endsAt: toLocalTime(endsAt) },
  ...(dismissible && ({ dismissible: 'on' } as const)),
});
