import type { ReactNode } from 'react';
import { Postmark } from './stamps.tsx';

type EmptyStateProps = {
  title: string;
  text: string;
  /** A link to the next step. */
  children: ReactNode;
};

/** Shown instead of a list that has no entries yet. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <section className="card grid justify-items-center gap-4 px-6 py-12 text-center">
      <Postmark />
      <div className="grid gap-1">
        <h2 className="font-medium">{title}</h2>
        <p className="text-sm text-faint">{text}</p>
      </div>
      {children}
    </section>
  );
}
