import { data } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { AnnouncementCard } from '#app/announcements/announcements.tsx';
import { CardList } from '#app/components/card-table.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field, Select, TextArea } from '#app/forms/field.tsx';
import { orToast } from '#app/forms/or-toast.server.ts';
import { parseForm } from '#app/forms/parse-form.ts';
import { submit } from '#app/forms/submit.server.ts';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { actForOperator, loadForOperator } from '#app/operator/operator-route.server.ts';
import { AnnouncementTabs } from '#app/operator/sub-pages.tsx';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import { hasPermission } from '#domain/identity/operators/permissions.ts';
import {
  createAnnouncement,
  endAnnouncement,
  listAnnouncements,
} from '#domain/notifications/announcements/announcements.ts';
import {
  type Announcement,
  announcementAudiences,
  announcementInput,
  announcementLevels,
} from '#domain/notifications/announcements/contract.browser.ts';
import { clock } from '#platform/clock.browser.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = { operatorPage: 'announcements' };
export const meta = () => noIndexMeta('Announcements');

const here = paths.operator('announcements');
const formId = 'announcement';
const options = { formId, fallback: fallbacks.announcement };

/** The maximum number of announcements on the page. They are deleted a year after their end. */
const listed = 100;

export const loader = loadForOperator('announcements.read', async ({ role }) => ({
  now: clock.now(),
  announcements: await listAnnouncements(listed),
  mayWrite: hasPermission(role, 'announcements.write'),
}));

export const action = actForOperator({
  'announcement.preview': {
    permission: 'announcements.write',
    act: (_, form) =>
      submit(
        form,
        announcementInput,
        async ({ text, level, linkUrl, linkLabel, dismissible }) => {
          const link = linkUrl && linkLabel ? { url: linkUrl, label: linkLabel } : null;
          const preview = { id: '', text, level, link, dismissible: dismissible === 'on' };
          // The reply keeps the typed values in the form.
          return data({ formId, result: parseForm(form, announcementInput).reply(), preview });
        },
        options,
      ),
  },
  'announcement.create': {
    permission: 'announcements.write',
    act: (_, form) =>
      submit(
        form,
        announcementInput,
        async (input) => {
          await createAnnouncement(input);
          return redirectDone(here, 'Announcement published', 'Pages show it within 15 seconds.');
        },
        options,
      ),
  },
  'announcement.end': {
    permission: 'announcements.write',
    act: (_, form) =>
      orToast({ to: here, fallback: fallbacks.announcement }, async () => {
        await endAnnouncement(String(form.get('id')));
        return redirectDone(here, 'Announcement ended');
      }),
  },
});

const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

type Preview = Pick<Announcement, 'id' | 'text' | 'level' | 'link' | 'dismissible'>;

/** The announcements, and the form of a new one with its preview. */
export default function AnnouncementsPage() {
  const { announcements, now, mayWrite } = useLoaderData<typeof loader>();
  const preview = (useActionData() as { preview?: Preview } | undefined)?.preview;
  return (
    <div className="@container grid gap-5">
      <AnnouncementTabs open="announcements" />
      <p className="max-w-prose text-sm text-faint">
        Announcements appear at the top of the dashboard, from their beginning to their end. An
        announcement is not changed once it is published: end it, and write another one.
      </p>
      {preview ? (
        <section aria-labelledby="preview-title" className="grid gap-2">
          <h2 className="text-sm font-medium" id="preview-title">
            Preview, not published yet
          </h2>
          <AnnouncementCard isPreview one={preview} />
        </section>
      ) : null}
      {mayWrite ? <NewAnnouncement /> : null}
      <TitledCard heading="h2" id="announcements" title="Published">
        <CardList empty="There are no announcements.">
          {announcements.map((one) => (
            <Row key={one.id} mayWrite={mayWrite} now={now} one={one} />
          ))}
        </CardList>
      </TitledCard>
    </div>
  );
}

function NewAnnouncement() {
  const { form, fields } = useValidatedForm({ id: formId, schema: announcementInput });
  return (
    <TitledCard heading="h2" id="new-announcement" title="New announcement">
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
        <Checkbox field={fields.dismissible}>Readers can dismiss it</Checkbox>
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy="Publishing..." intent="announcement.create">
            Publish
          </SubmitButton>
          <button className="button-quiet" name="intent" type="submit" value="announcement.preview">
            Preview
          </button>
        </div>
      </ValidatedForm>
    </TitledCard>
  );
}

type RowProps = { one: Announcement; now: Date; mayWrite: boolean };

function Row({ one, now, mayWrite }: RowProps) {
  const { id, audience, audienceIds, startsAt, endsAt } = one;
  const state = endsAt <= now ? 'Ended' : startsAt > now ? 'Planned' : 'Shown now';
  return (
    <li className="grid gap-2 px-5 py-4 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 text-xs text-faint [overflow-wrap:anywhere]">
          <span className={`stamp mr-2 ${state === 'Shown now' ? 'text-good' : 'text-faint'}`}>
            {state}
          </span>
          <Timestamp at={startsAt} /> – <Timestamp at={endsAt} /> ·{' '}
          {audience === 'all' ? announcementAudiences.all : audienceIds.join(', ')}
        </p>
        {mayWrite && endsAt > now ? (
          <ConfirmButton
            alignRight="@4xl"
            fallback={fallbacks.announcement}
            fields={{ id, intent: 'announcement.end' }}
            label={startsAt > now ? 'Remove' : 'End'}
            name="the announcement"
          >
            Pages stop showing it within 15 seconds.
          </ConfirmButton>
        ) : null}
      </div>
      <AnnouncementCard isPreview one={one} />
    </li>
  );
}
