import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { LegalPage } from '#app/content/page-body.tsx';
import { findLegalText } from '#app/content/read-legal.server.ts';
import { publicPageMeta } from '#app/site/meta.ts';

export const meta: MetaFunction<typeof loader> = ({ data, ...args }) =>
  data ? publicPageMeta(data.page, args) : [];

export const loader = () => findLegalText('privacy-policy');

export default function Privacy() {
  return <LegalPage text={useLoaderData<typeof loader>()} />;
}
