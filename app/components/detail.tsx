import type { ReactNode } from 'react';

/** A value with its label, in a `dl`: beside it where there is room. */
export const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-0.5 @md:grid-cols-[7rem_1fr] @md:items-baseline @md:gap-3">
    <dt className="text-xs text-faint">{label}</dt>
    <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
  </div>
);
