import { SectionTabs } from '#app/components/sections.tsx';
import { paths } from '#app/paths.ts';

const announcementPages = [
  { id: 'announcements', label: 'Announcements', to: paths.operator('announcements') },
  { id: 'incidents', label: 'Incidents and status', to: paths.operatorIncidents },
] as const;

const moneyPages = [
  { id: 'orders', label: 'Orders and refunds', to: paths.operator('money') },
  { id: 'anomalies', label: 'Anomalies', to: paths.operatorAnomalies() },
  { id: 'plans', label: 'Plans', to: paths.operatorPlans },
] as const;

const senderPages = [
  { id: 'approvals', label: 'Approvals', to: paths.operator('senders') },
  { id: 'drift', label: 'Drift', to: paths.operatorDrift },
  { id: 'complaints', label: 'Complaints', to: paths.operatorComplaints() },
] as const;

type Open<Pages extends readonly { id: string }[]> = { open: Pages[number]['id'] };

export const AnnouncementTabs = ({ open }: Open<typeof announcementPages>) => (
  <SectionTabs open={open} sections={announcementPages} />
);

export const MoneyTabs = ({ open }: Open<typeof moneyPages>) => (
  <SectionTabs open={open} sections={moneyPages} />
);

export const SenderTabs = ({ open }: Open<typeof senderPages>) => (
  <SectionTabs open={open} sections={senderPages} />
);
