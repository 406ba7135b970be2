import { Link } from '@remix-run/react';
import { Postmark } from '#app/components/postmark.tsx';
import { paths } from '#app/paths.ts';

/** The empty state of the log, with a link to send the first message. */
export function NoMessages() {
  return (
    <section className="card grid justify-items-center gap-4 px-6 py-12 text-center">
      <Postmark />
      <div className="grid gap-1">
        <h2 className="font-medium">No messages yet</h2>
        <p className="text-sm text-faint">
          Messages that your API keys send appear here with their delivery status.
        </p>
      </div>
      <Link className="button-primary" to={paths.dashboard('message')}>
        Send your first message
      </Link>
    </section>
  );
}
