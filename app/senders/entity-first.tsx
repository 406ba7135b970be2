import { Link } from '@remix-run/react';
import { EmptyState } from '#app/components/empty-state.tsx';
import { paths } from '#app/paths.ts';

/** Shown in place of a form for what belongs to an entity while there is none. @param what begins the sentence */
export const EntityFirst = ({ what }: { what: string }) => (
  <EmptyState text={`${what} belongs to an entity, and you have none yet.`} title="First an entity">
    <Link className="button-primary" to={paths.newEntity}>
      Add an entity
    </Link>
  </EmptyState>
);
