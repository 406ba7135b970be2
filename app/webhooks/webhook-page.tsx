import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { paths } from '#app/paths.ts';

type WebhookPageProps = {
  /** Where the page was most likely opened from. */
  back: { to: string; label: string };
  title: string;
  text?: string;
  /** What stands beside the title. */
  mark?: ReactNode;
  /** Links to what can be done. */
  actions?: ReactNode;
  children: ReactNode;
};

export const backToEndpoints = { to: paths.dashboard('webhooks'), label: 'All endpoints' };

/** A page below the screen “Webhooks”: a way back, a heading, and what can be done. */
export function WebhookPage({ back, title, text, mark, actions, children }: WebhookPageProps) {
  return (
    <div className="@container grid min-w-0 grid-cols-1 gap-5">
      <p className="-mt-2">
        <Link className="link py-1 text-sm" to={back.to}>
          {back.label}
        </Link>
      </p>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <h2 className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            <bdi className="min-w-0 [overflow-wrap:anywhere]">{title}</bdi>
            {mark}
          </h2>
          {text ? <p className="max-w-2xl text-sm text-faint">{text}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}
