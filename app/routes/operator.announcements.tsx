import { Link, useLoaderData } from '@remix-run/react';
import { AnnouncementCard } from '#app/announcements/announcements.tsx';
import { CardList } from '#app/components/lists.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { ConfirmButton, SubmitButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/submit.server.ts';
import { AnnouncementForm, Preview } from '#app/operator/announcement-form.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { actForOperator, formAct, loadForOperator } from '#app/operator/operator-route.server.ts';
import { AnnouncementTabs } from '#app/operator/page-parts.tsx';
import { previewAct } from '#app/operator/shared-acts.server.ts';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
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
} from '#domain/notifications/announcements/contract.browser.ts';
import { clock } from '#platform/clock.browser.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = { operatorPage: 'announcements' };
export const meta = () => noIndexMeta('Announcements');

const here = paths.operator('announcements');
const formId = 'announcement';

/** The maximum number of announcements on the page. They are deleted a year after their end. */
const listed = 100;

export const loader = loadForOperator('announcements.read', async ({ role }) => ({
  now: clock.now(),
  announcements: await listAnnouncements(listed),
  mayWrite: hasPermission(role, 'announcements.write'),
}));

export const action = actForOperator({
  'announcement.preview': previewAct(formId),
  'announcement.create': formAct({
    permission: 'announcements.write',
    schema: announcementInput,
    fallback: fallbacks.announcement,
    formId: () => formId,
    run: async (input) => {
      await createAnnouncement(input);
      return redirectDone(
        here,
        'Announcement published',
        'Pages show the announcement within 15 seconds.',
      );
    },
  }),
  'announcement.end': {
    permission: 'announcements.write',
    act: (_, form) =>
      orToast({ to: here, fallback: fallbacks.announcement }, async () => {
        await endAnnouncement(String(form.get('id')));
        return redirectDone(here, 'Announcement ended');
      }),
  },
});

/** The announcements, and the form of a new one with its preview. */
export default function AnnouncementsPage() {
  const { announcements, now, mayWrite } = useLoaderData<typeof loader>();
  return (
    <div className="@container grid gap-5">
      <AnnouncementTabs open="announcements" />
      <p className="max-w-prose text-sm text-faint">
        Announcements appear at the top of the dashboard, from their beginning to their end.
      </p>
      <Preview />
      {mayWrite ? (
        <TitledCard heading="h2" id="new-announcement" title="New announcement">
          <AnnouncementForm id={formId}>
            <SubmitButton busy="Publishing..." intent="announcement.create">
              Publish
            </SubmitButton>
          </AnnouncementForm>
        </TitledCard>
      ) : null}
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
          <div className="flex flex-wrap gap-2">
            <Link className="button-quiet" to={paths.operatorAnnouncement(id)}>
              Edit
            </Link>
            <ConfirmButton
              alignRight="@4xl"
              fallback={fallbacks.announcement}
              fields={{ id, intent: 'announcement.end' }}
              label={startsAt > now ? 'Remove' : 'End'}
              name="the announcement"
            >
              Pages stop showing this announcement within 15 seconds.
            </ConfirmButton>
          </div>
        ) : null}
      </div>
      <AnnouncementCard isPreview one={one} />
    </li>
  );
}
