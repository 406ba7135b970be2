import type { ReactNode } from 'react';
import { docsAddress, docsSections } from '#app/content/docs.ts';
import { SidebarLayout } from './sidebar-layout.tsx';

const groups = [
  { links: docsSections.map(({ id, title }) => ({ to: docsAddress(id), label: title })) },
];

/** A page of the documentation beside the list of its sections. */
export function WithDocsSections(given: { current: string; children: ReactNode }) {
  return <SidebarLayout groups={groups} label="Documentation" {...given} />;
}
