import { Link, useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { SectionTabs } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
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

/**
 * Says how old the figures of the page are, and links to the same page. Without JavaScript, it says when they were
 * read. It is not a live region, because a text that changes each second would interrupt a screen reader.
 */
export function Updated({ at }: { at: Date }) {
  const { pathname, search } = useLocation();
  const age = useAge(at);
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-xs text-faint tabular-nums">
      <span>
        Updated {age === null ? <Timestamp at={at} timeStyle="medium" /> : `${age} s ago`}
      </span>
      <Link className="link" preventScrollReset replace to={pathname + search}>
        Refresh
      </Link>
    </p>
  );
}

/** How many seconds ago the browser got the figures that were read at this time; null without JavaScript. */
function useAge(at: Date): number | null {
  const [age, setAge] = useState<number | null>(null);
  const read = at.getTime();
  // biome-ignore lint/correctness/useExhaustiveDependencies: newly read figures begin a new age
  useEffect(() => {
    const began = performance.now();
    const count = () => setAge(Math.floor((performance.now() - began) / 1_000));
    count();
    const timer = setInterval(count, 1_000);
    return () => clearInterval(timer);
  }, [read]);
  return age;
}
