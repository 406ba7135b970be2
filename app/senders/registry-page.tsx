import type { ComponentProps } from 'react';
import { EmptyState } from '#app/components/empty-state.tsx';
import { PrimaryLink } from '#app/components/links.tsx';
import { SectionPage, SectionTabs } from '#app/components/section-page.tsx';
import { paths } from '#app/paths.ts';
import { statusColours } from './labels.ts';

const sections = [
  { id: 'senders', label: 'Senders', to: paths.senders() },
  { id: 'templates', label: 'Templates', to: paths.templates() },
  { id: 'links', label: 'Links', to: paths.links() },
  { id: 'rejections', label: 'Rejections', to: paths.rejections },
  { id: 'check', label: 'Checker', to: paths.checkMessage },
] as const;

type RegistryPageProps = Omit<ComponentProps<typeof SectionPage>, 'navigation'> & {
  open: (typeof sections)[number]['id'];
};

/** A page of the screen “Senders & templates”. */
export const RegistryPage = ({ open, ...page }: RegistryPageProps) => (
  <SectionPage {...page} navigation={<SectionTabs open={open} sections={sections} />} />
);

/** Shown in place of a form for what belongs to an entity while there is none. @param what begins the sentence */
export const EntityFirst = ({ what }: { what: string }) => (
  <EmptyState text={`${what} belongs to an entity, and you have none yet.`} title="First an entity">
    <PrimaryLink to={paths.newEntity}>Add an entity</PrimaryLink>
  </EmptyState>
);

/** The state of an entity, header or template, or what is to be said of it before that. */
export type Health = keyof typeof statusColours;

/** The state of an entity, header or template as a stamp. */
export const StatusStamp = ({ health }: { health: Health }) => (
  <span className={`stamp ${statusColours[health]}`}>{health}</span>
);
