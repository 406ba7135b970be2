import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageHeader } from '#app/site/page-header.tsx';
import { publicPageMeta } from '#app/site/public-page-meta.ts';
import { siteSettings } from '#app/site/settings.server.ts';
import { razorpaySettings } from '#domain/billing/payments/settings.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';
import { Details } from './details.tsx';
import { AlwarMap } from './map.tsx';
import { alwar } from './places.ts';

export const meta: MetaFunction = (args) =>
  publicPageMeta(
    {
      title: 'Contact',
      description:
        'How to reach Dakiya: by email, where we are, and whom to ask about a payment. The developer answers.',
    },
    args,
  );

export const loader = () => ({
  supportEmail: supportSettings.SUPPORT_EMAIL,
  paymentSupportUrl: razorpaySettings.PAYMENT_SUPPORT_URL,
  socialLinks: siteSettings.SOCIAL_LINKS,
});

const place = `${alwar.lat.toFixed(4)}/${alwar.lon.toFixed(4)}`;
const openStreetMap = `https://www.openstreetmap.org/?mlat=${alwar.lat}&mlon=${alwar.lon}#map=11/${place}`;

export default function Contact() {
  return (
    <div className="grid gap-12">
      <PageHeader
        lead="Email is the best way to reach us. The person who builds Dakiya reads it."
        title="Contact"
      />
      <div className="grid gap-12 lg:grid-cols-2 lg:gap-16">
        <Details {...useLoaderData<typeof loader>()} />
        <figure className="grid max-w-xl content-start gap-3">
          <AlwarMap />
          <figcaption className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-faint">
            <span>Cities are where they are; roads are only sketched.</span>
            <a className="link" href={openStreetMap} rel="noopener">
              Open in OpenStreetMap
            </a>
          </figcaption>
        </figure>
      </div>
    </div>
  );
}
