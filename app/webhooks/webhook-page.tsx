import { Link } from '@remix-run/react';
import type { ComponentProps } from 'react';
import { SectionPage } from '#app/components/section-page.tsx';
import { paths } from '#app/paths.ts';

type WebhookPageProps = Omit<ComponentProps<typeof SectionPage>, 'navigation'> & {
  /** Where the page was most likely opened from. */
  back: { to: string; label: string };
};

export const backToEndpoints = { to: paths.dashboard('webhooks'), label: 'All endpoints' };

/** A page below the screen “Webhooks”. */
export const WebhookPage = ({ back, ...page }: WebhookPageProps) => (
  <SectionPage
    {...page}
    navigation={
      <p className="-mt-2">
        <Link className="link py-1 text-sm" to={back.to}>
          {back.label}
        </Link>
      </p>
    }
  />
);
