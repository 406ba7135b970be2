import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { LegalPage } from '#app/content/page-body.tsx';
import { findLegalText } from '#app/content/read-legal.server.ts';
import { ConsentChoice } from '#app/site/analytics.tsx';
import { publicPageMeta } from '#app/site/meta.ts';

export const meta: MetaFunction<typeof loader> = ({ data, ...args }) =>
  data ? publicPageMeta(data.page, args) : [];

export const loader = () => findLegalText('cookie-policy');

const analyticsHeading = [{ id: 'analytics', text: 'Analytics' }];

export default function Cookies() {
  return (
    <LegalPage also={analyticsHeading} text={useLoaderData<typeof loader>()}>
      <ConsentChoice />
    </LegalPage>
  );
}
