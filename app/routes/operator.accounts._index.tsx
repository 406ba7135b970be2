import { Link, useLoaderData } from '@remix-run/react';
import { CardCell, CardRow, CardTable, SearchForm } from '#app/components/lists.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { loadForOperator } from '#app/operator/operator-route.server.ts';
import { paths } from '#app/paths.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { findAccounts, listSuspended } from '#domain/messaging/support/find-accounts.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = { operatorPage: 'accounts' };
export const meta = () => noIndexMeta('Accounts');

const maxLength = 100;

/** Without a search, lists the suspended accounts. */
export const loader = loadForOperator('accounts.read', async (_operator, { request }) => {
  const typed = (new URL(request.url).searchParams.get('q') ?? '').slice(0, maxLength);
  const q = typed.replaceAll('\0', '').trim();
  const search =
    q === '' ? { found: await listSuspended(), isPartial: false } : await findAccounts(q);
  return { q, ...search };
});

/** Finds accounts, and lists the suspended ones. */
export default function AccountsPage() {
  const { q, found, isPartial } = useLoaderData<typeof loader>();
  return (
    <div className="@container grid gap-4">
      <SearchForm
        label="Email, phone number, API ID, message, order, hook, account or name"
        maxLength={maxLength}
        name="q"
        to={paths.operator('accounts')}
        typed={q}
      />
      <p className="text-sm text-faint">
        {q === '' ? (
          'Suspended accounts are listed until you search. A phone number finds the account that it belongs to, and accounts that have sent to it in the last 30 days.'
        ) : (
          <>
            {found.length === 0 ? 'No account matches ' : `${found.length} found for `}
            <span className="font-medium text-ink [overflow-wrap:anywhere]">{q}</span>.
            {isPartial
              ? ' Only the 5,000 accounts that sent most recently were searched for the recipient.'
              : null}
          </>
        )}
      </p>
      {found.length === 0 ? (
        q === '' ? (
          <p className="card p-6 text-sm text-faint">No account is suspended.</p>
        ) : null
      ) : (
        <CardTable
          caption={q === '' ? 'Suspended accounts' : 'Accounts that match'}
          columns={['Account', q === '' ? 'Reason' : 'Found by', 'State', 'Since']}
        >
          {found.map(({ userId, name, email, createdAt, isSuspended, match }) => (
            <CardRow className="grid grid-cols-2 py-2" key={`${userId} ${match}`}>
              <CardCell wide>
                <Link className="link font-medium" to={paths.operatorAccount(userId)}>
                  <bdi>{name}</bdi>
                </Link>
                <span className="block text-xs break-all text-faint">{email}</span>
              </CardCell>
              <CardCell label={q === '' ? 'Reason' : 'Found by'} wide>
                <span className="[overflow-wrap:anywhere]">{match}</span>
              </CardCell>
              <CardCell label="State">
                <AccountStamp isSuspended={isSuspended} />
              </CardCell>
              <CardCell label="Since">
                <Timestamp at={createdAt} />
              </CardCell>
            </CardRow>
          ))}
        </CardTable>
      )}
    </div>
  );
}

const AccountStamp = ({ isSuspended }: { isSuspended: boolean }) =>
  isSuspended ? (
    <span className="stamp text-bad">Suspended</span>
  ) : (
    <span className="stamp text-good">Active</span>
  );
