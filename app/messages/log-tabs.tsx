import { SectionTabs } from '#app/components/section-tabs.tsx';
import { paths } from '#app/paths.ts';

const sections = [
  { id: 'messages', label: 'Messages', to: paths.dashboard('messages') },
  { id: 'refused', label: 'Failed requests', to: paths.refusedRequests() },
  { id: 'privacy', label: 'Privacy', to: paths.recipients() },
] as const;

/** Tabs for the message log and the request log. */
export const LogTabs = ({ open }: { open: (typeof sections)[number]['id'] }) => (
  <SectionTabs open={open} sections={sections} />
);
