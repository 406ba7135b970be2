import { Timestamp } from '#app/components/timestamp.tsx';
import type { Usage } from './load-usage.server.ts';

/** Which month the counters are of: that of the plan, and not of the calendar or of the payment. */
export const UsageMonth = ({ startsAt, endsAt }: Pick<Usage, 'startsAt' | 'endsAt'>) => (
  <>
    The usage month runs from <Timestamp at={new Date(startsAt)} /> to{' '}
    <Timestamp at={new Date(endsAt)} />, when both counters reset.
  </>
);
