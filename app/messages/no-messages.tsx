import { Link } from '@remix-run/react';
import { EmptyState } from '#app/components/empty-state.tsx';
import { paths } from '#app/paths.ts';

/** The empty state of the log, with a link to send the first message. */
export function NoMessages() {
  return (
    <EmptyState
      text="Messages that your API keys send appear here with their delivery status."
      title="No messages yet"
    >
      <Link className="button-primary" to={paths.dashboard('message')}>
        Send your first message
      </Link>
    </EmptyState>
  );
}
