import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findLegalText } from '#app/content/read-legal.server.ts';
import { LegalPage } from '#app/site/legal-page.tsx';
import { publicPageMeta } from '#app/site/public-page-meta.ts';

export const meta: MetaFunction<typeof loader> = ({ data, ...args }) =>
  data ? publicPageMeta(data.page, args) : [];

export const loader = () => findLegalText('terms-of-service');

export default function Terms() {
  return <LegalPage text={useLoaderData<typeof loader>()} />;
}
