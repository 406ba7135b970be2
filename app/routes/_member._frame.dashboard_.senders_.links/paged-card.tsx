import type { ReactNode } from 'react';
import { CardList } from '#app/components/card-list.tsx';
import { ListPages } from '#app/components/list-pages.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';

type PagedCardProps = {
  /** Unique on the page, and the name of the list. */
  id: 'links' | 'chains';
  title: string;
  text: string;
  /** Shown without rows. */
  empty: string;
  /** One page of rows. */
  rows: ReactNode[];
  /** The query parameter with the key after which the page begins. */
  param: string;
  /** The key after which the next page begins; null on the last. */
  next: string | null;
  /** The form that adds an entry. */
  children: ReactNode;
};

/** A card with one page of a list, and a form that adds an entry. */
export function PagedCard({ id, title, text, empty, rows, param, next, children }: PagedCardProps) {
  return (
    <TitledCard heading="h3" id={id} text={text} title={title}>
      <CardList empty={empty}>{rows}</CardList>
      <ListPages
        className="border-t border-line px-5 py-3"
        labels={{ first: 'First', next: 'Next' }}
        name={id}
        next={next}
        param={param}
      />
      {children}
    </TitledCard>
  );
}
