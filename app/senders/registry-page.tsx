import type { ComponentProps } from 'react';
import { SectionPage } from '#app/components/section-page.tsx';
import { SectionTabs } from '#app/components/section-tabs.tsx';
import { paths } from '#app/paths.ts';

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
