import { SectionTabs } from '#app/components/sections.tsx';
import { paths } from '#app/paths.ts';

const sections = [
  { id: 'messages', label: 'Messages', to: paths.dashboard('messages') },
  { id: 'scheduled', label: 'Scheduled', to: paths.scheduled() },
  { id: 'request-log', label: 'Failed requests', to: paths.requestLog() },
  { id: 'suppressions', label: 'Suppressions', to: paths.suppressions() },
  { id: 'privacy', label: 'Privacy', to: paths.recipients() },
] as const;

/** Tabs of the message log and its related pages. */
export const LogTabs = ({ open }: { open: (typeof sections)[number]['id'] }) => (
  <SectionTabs open={open} sections={sections} />
);
