import type { ReactNode } from 'react';

type TitledCardProps = {
  /** Unique on its page. */
  id: string;
  title: ReactNode;
  /** `h3` on pages whose heading is an `h2`. */
  heading: 'h2' | 'h3';
  /** The subject, in a sentence or two. */
  text?: ReactNode;
  /** A state or a button at the end of the title's line. */
  aside?: ReactNode;
  className?: string;
  role?: 'status';
  children: ReactNode;
};

/** A card with a title above a line. */
export function TitledCard({
  id,
  title,
  heading: Heading,
  text,
  aside,
  className = '',
  role,
  children,
}: TitledCardProps) {
  const titleId = `${id}-title`;
  return (
    <section aria-labelledby={titleId} className={`card min-w-0 ${className}`} role={role}>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3">
        <div className="grid min-w-0 gap-1">
          <Heading className="text-sm font-medium [overflow-wrap:anywhere]" id={titleId}>
            {title}
          </Heading>
          {text ? <p className="max-w-2xl text-xs text-faint">{text}</p> : null}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A value and its label, in a `dl`. Both are side by side if there is room. */
export const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-0.5 @md:grid-cols-[7rem_1fr] @md:items-baseline @md:gap-3">
    <dt className="text-xs text-faint">{label}</dt>
    <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
  </div>
);
