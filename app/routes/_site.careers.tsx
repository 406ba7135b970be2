import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { mailto, QuietLink } from '#app/components/links.tsx';
import { paths } from '#app/paths.ts';
import { publicPageMeta } from '#app/site/meta.ts';
import { EmptyPage, PageHeader } from '#app/site/page-header.tsx';
import { supportSettings } from '#domain/notifications/email/settings.ts';

export const meta: MetaFunction = (args) =>
  publicPageMeta(
    {
      title: 'Careers',
      description:
        'Working on Dakiya: there are no openings at the moment, but we read every email.',
    },
    args,
  );

export const loader = () => ({ supportEmail: supportSettings.SUPPORT_EMAIL });

export default function Careers() {
  const { supportEmail } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-10">
      <PageHeader lead="Dakiya is built by one developer in Alwar, Rajasthan." title="Careers" />
      <EmptyPage title="No openings">
        <p className="max-w-xl text-faint">
          There is no position to fill at the moment. If you know messaging, carriers or DLT well
          and would like to work on this one day, write a few lines about what you have built.
        </p>
        <p className="flex flex-wrap gap-3 pt-2 max-sm:*:grow">
          <a className="button-quiet" href={mailto(supportEmail, { subject: 'Working on Dakiya' })}>
            Write to us
          </a>
          <QuietLink to={paths.about}>Who builds Dakiya</QuietLink>
        </p>
      </EmptyPage>
    </div>
  );
}
