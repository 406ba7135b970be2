import type { ReactNode } from 'react';
import { RegistryTabs } from './registry-tabs.tsx';

type RegistryPageProps = {
  open: Parameters<typeof RegistryTabs>[0]['open'];
  title: string;
  /** What one does here, in a sentence or two. */
  text?: string;
  /** Links to what can be added. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A page of the screen “Senders & templates”: its tabs, a heading, and what can be done. */
export function RegistryPage({ open, title, text, actions, children }: RegistryPageProps) {
  return (
    <div className="@container grid min-w-0 grid-cols-1 gap-5">
      <RegistryTabs open={open} />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <h2 className="font-medium [overflow-wrap:anywhere]">
            <bdi>{title}</bdi>
          </h2>
          {text ? <p className="max-w-2xl text-sm text-faint">{text}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}
