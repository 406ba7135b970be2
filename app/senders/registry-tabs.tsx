import { SectionTabs } from '#app/components/section-tabs.tsx';
import { paths } from '#app/paths.ts';

const sections = [
  { id: 'senders', label: 'Senders', to: paths.senders() },
  { id: 'templates', label: 'Templates', to: paths.templates() },
  { id: 'links', label: 'Links', to: paths.links() },
  { id: 'rejections', label: 'Rejections', to: paths.rejections },
  { id: 'check', label: 'Checker', to: paths.checkMessage },
] as const;

/** Tabs for the parts of an account's registry, and the checker. */
export const RegistryTabs = ({ open }: { open: (typeof sections)[number]['id'] }) => (
  <SectionTabs open={open} sections={sections} />
);
