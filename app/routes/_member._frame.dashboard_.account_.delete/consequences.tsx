import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { paths } from '#app/paths.ts';
import { undoDays } from '#domain/identity/account-deletion/contract.browser.ts';

/** What happens to an account that is deleted, and when. */
export function Consequences() {
  return (
    <dl className="card divide-y divide-line text-sm">
      <Consequence when="At once">
        All devices are signed out, and your API keys stop working within a second. Messages that
        have not been sent, also those that wait for a later hour, are cancelled and their units
        credited back. One-time passwords that were sent can no longer be verified.
      </Consequence>
      <Consequence when={`For ${undoDays} days`}>
        You can change your mind: sign in, or follow the link that we email to your confirmed
        address. Your keys then work again; cancelled messages stay cancelled.
      </Consequence>
      <Consequence when="Then, for good">
        Your profile, keys, senders and templates, suppressions, settings and statistics are
        deleted, and the texts of your messages. Your address can sign up again. A paid plan ends
        without a refund of the rest; ask for one before, as explained under{' '}
        <Link className="link" to={paths.refunds}>
          Cancellations & Refunds
        </Link>
        .
      </Consequence>
      <Consequence when="What we must keep">
        Invoices and records of payments, for as long as tax law requires. The log of your messages
        for a year, without texts and with a code in place of each number. The{' '}
        <Link className="link" to={paths.privacy}>
          Privacy Policy
        </Link>{' '}
        has the details.
      </Consequence>
    </dl>
  );
}

function Consequence({ when, children }: { when: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 px-5 py-3 sm:grid-cols-[9rem_1fr] sm:gap-4">
      <dt className="font-medium">{when}</dt>
      <dd className="text-faint">{children}</dd>
    </div>
  );
}
