import { Link, useLoaderData } from '@remix-run/react';
import { TitledCard } from '#app/components/sections.tsx';
import { SubmitButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { AnnouncementForm, Preview } from '#app/operator/announcement-form.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { actForOperator, formAct, loadForOperator } from '#app/operator/operator-route.server.ts';
import { previewAct } from '#app/operator/shared-acts.server.ts';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import {
  findAnnouncement,
  updateAnnouncement,
} from '#domain/notifications/announcements/announcements.ts';
import { announcementInput } from '#domain/notifications/announcements/contract.browser.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = {
  operatorPage: 'announcements',
  nameOf: () => 'Edit an announcement',
};
export const meta = () => noIndexMeta('Edit an announcement');

const here = paths.operator('announcements');
const formId = 'announcement';

export const loader = loadForOperator('announcements.write', async (_, { params }) => {
  const one = await findAnnouncement(params.announcementId ?? '');
  if (!one) throw new Response(null, { status: 404 });
  return { one };
});

export const action = actForOperator({
  'announcement.preview': previewAct(formId),
  'announcement.update': formAct({
    permission: 'announcements.write',
    schema: announcementInput,
    fallback: fallbacks.announcement,
    formId: () => formId,
    run: async (input, { params }) => {
      await updateAnnouncement(params.announcementId ?? '', input);
      return redirectDone(here, 'Announcement changed', 'Pages show the change within 15 seconds.');
    },
  }),
});

/** The form that changes an announcement, filled in with its current values. */
export default function AnnouncementPage() {
  const { one } = useLoaderData<typeof loader>();
  return (
    <div className="@container grid gap-5">
      <Link className="link justify-self-start text-sm" to={here}>
        Back to the announcements
      </Link>
      <Preview />
      <TitledCard
        heading="h2"
        id="announcement-card"
        text="Browsers that dismissed this announcement do not show it again. An announcement that has ended cannot be changed."
        title="Announcement"
      >
        <AnnouncementForm id={formId} one={one}>
          <SubmitButton busy="Saving..." intent="announcement.update">
            Save
          </SubmitButton>
        </AnnouncementForm>
      </TitledCard>
    </div>
  );
}
