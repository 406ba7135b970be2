import { SectionTabs } from '#app/components/section-tabs.tsx';
import { paths } from '#app/paths.ts';

const sections = [
  { id: 'messages', label: 'Messages', to: paths.dashboard('messages') },
  { id: 'request-log', label: 'Failed requests', to: paths.requestLog() },
  { id: 'privacy', label: 'Privacy', to: paths.recipients() },
] as const;

/** Tabs for the message log and the request log. */
export const LogTabs = ({ open }: { open: (typeof sections)[number]['id'] }) => (
  <SectionTabs open={open} sections={sections} />
);
