import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { PageHeading, usePageName } from '#app/dashboard/screen-route.tsx';
import { paths } from '#app/paths.ts';

type TitledCardProps = {
  /** The id of the card, unique on its page. */
  id: string;
  title: ReactNode;
  /** The level of the title: `h3` on pages whose heading is an `h2`. */
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

type SectionPageProps = {
  /** Tabs of the screen's sections, or a link back. */
  navigation: ReactNode;
  /** The heading; null on a page that is named after an object, because `PageHeading` shows that name. */
  title: string | null;
  /** Content beside the title. */
  mark?: ReactNode;
  /** The purpose of the page, in a sentence or two. */
  text?: string;
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * A page of a screen that has several pages: links to the other pages, a heading, and actions. If the page is named after an
 * object, the heading is the document's `h1`, otherwise an `h2`.
 */
export function SectionPage({
  navigation,
  title,
  mark,
  text,
  actions,
  children,
}: SectionPageProps) {
  const name = usePageName();
  return (
    <div className="@container grid min-w-0 grid-cols-1 gap-5">
      {navigation}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            {name === null ? (
              <h2 className="min-w-0 font-medium [overflow-wrap:anywhere]">
                <bdi>{title}</bdi>
              </h2>
            ) : (
              <PageHeading />
            )}
            {mark}
          </div>
          {text ? <p className="max-w-2xl text-sm text-faint">{text}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}

type PageBelowProps = Omit<SectionPageProps, 'navigation'> & {
  /** The page from which this one was most likely opened. */
  back: { to: string; label: string };
};

/** A page below a screen, with a link back. */
export const PageBelow = ({ back, ...page }: PageBelowProps) => (
  <SectionPage
    {...page}
    navigation={
      <p className="-mt-2">
        <Link className="link inline-block py-1 text-sm" to={back.to}>
          {back.label}
        </Link>
      </p>
    }
  />
);

type AccountPageProps = {
  title: string;
  /** The purpose of the page, in a sentence or two. */
  text: string;
  children: ReactNode;
};

/** A page below the “Account” screen: a link back, a heading, and actions. */
export function AccountPage({ title, text, children }: AccountPageProps) {
  return (
    <div className="grid max-w-2xl gap-5">
      <Link className="link justify-self-start text-sm" to={paths.dashboard('account')}>
        Back to Account
      </Link>
      <div className="grid gap-1">
        <h2 className="font-medium">{title}</h2>
        <p className="text-sm text-faint">{text}</p>
      </div>
      {children}
    </div>
  );
}

type Section<Id extends string = string> = { id: Id; label: string; to: string };

type SectionTabsProps<Id extends string> = { sections: readonly Section<Id>[]; open: Id };

/** Links between the sections of a screen; each section has its own address. */
export function SectionTabs<Id extends string>({ sections, open }: SectionTabsProps<Id>) {
  return (
    <nav
      aria-label="Sections"
      className="flex flex-wrap gap-x-3 border-b border-line text-sm sm:gap-x-6"
    >
      {sections.map(({ id, label, to }) => (
        <Link
          aria-current={id === open ? 'page' : undefined}
          className="-mb-px border-b-2 border-transparent py-2.5 text-faint hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
          key={id}
          to={to}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
