import { TestStamp } from '#app/components/icons.tsx';
import { CardCell, CardList, CardListRow, CardRow, CardTable } from '#app/components/lists.tsx';
import { Detail, TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { Recipient, StateStamp } from '#app/messages/log-parts.tsx';
import { reasonText } from '#app/messages/reason-text.ts';
import { countedMessages, maxCountedQueue } from '#domain/messaging/support/contract.browser.ts';
import type { AccountView } from '#domain/messaging/support/read-account.ts';
import { formatCount } from '#domain/shared/format.browser.ts';

/** What support needs to know about an account. */
export function AccountFacts({ account }: { account: AccountView }) {
  return (
    <>
      <div className="grid items-start gap-5 @4xl:grid-cols-2">
        <State account={account} />
        <Use account={account} />
        <SignIns account={account} />
        <Keys account={account} />
        <Senders account={account} />
        <Webhooks account={account} />
      </div>
      <Failures account={account} />
      <Messages account={account} />
    </>
  );
}

type Part = { account: AccountView };

const State = ({ account: { user, suspension, phone } }: Part) => (
  <TitledCard
    aside={
      suspension ? (
        <span className="stamp text-bad">Suspended</span>
      ) : (
        <span className="stamp text-good">Active</span>
      )
    }
    heading="h2"
    id="state"
    title="Account"
  >
    <dl className="grid gap-3 px-5 py-4 text-sm">
      <Detail label="Email">
        {user.email}
        {user.emailConfirmedAt ? null : <span className="text-faint"> (not confirmed)</span>}
      </Detail>
      <Detail label="Phone">{phone ?? 'None'}</Detail>
      <Detail label="Account">
        <code className="font-mono text-xs">{user.id}</code>
      </Detail>
      <Detail label="Signed up">
        <Timestamp at={user.createdAt} />
      </Detail>
      {user.deletion ? (
        <Detail label="Deletion">
          {user.deletion.doneAt ? 'Deleted' : 'Due'}{' '}
          <Timestamp at={user.deletion.doneAt ?? user.deletion.dueAt} />
        </Detail>
      ) : null}
    </dl>
  </TitledCard>
);

const Use = ({ account: { plan, usage, queue, suspension } }: Part) => (
  <TitledCard heading="h2" id="use" title="Plan and usage">
    <dl className="grid gap-3 px-5 py-4 text-sm">
      <Detail label="Plan">
        {plan.name}
        {plan.until === null ? null : (
          <>
            , until <Timestamp at={new Date(plan.until)} />
          </>
        )}
      </Detail>
      <Detail label="Usage month">
        <Timestamp at={usage.startsAt} /> to <Timestamp at={usage.endsAt} />
      </Detail>
      <Detail label="Messages">
        {formatCount(usage.messagesUsed)} of {formatCount(usage.messageLimit)}
      </Detail>
      <Detail label="API calls">
        {formatCount(usage.apiCallsUsed)} of {formatCount(usage.apiCallLimit)}
      </Detail>
      <Detail label={suspension ? 'Held' : 'In the queue'}>
        {formatCount(queue.queued)}
        {queue.queued === maxCountedQueue ? ' or more' : null}
        {queue.oldestDue ? (
          <>
            , the oldest due <Timestamp at={queue.oldestDue} />
          </>
        ) : null}
      </Detail>
    </dl>
  </TitledCard>
);

const SignIns = ({ account: { sessions, sessionCount } }: Part) => (
  <TitledCard
    heading="h2"
    id="sign-ins"
    text={
      sessionCount > sessions.length
        ? `The last ${sessions.length} of ${sessionCount} sessions.`
        : undefined
    }
    title="Last sign-ins"
  >
    <CardList empty="No session is active.">
      {sessions.map(({ id, device, createdAt, lastSeenAt }) => (
        <CardListRow key={id}>
          <span>{device}</span>
          <span className="text-xs text-faint">
            signed in <Timestamp at={createdAt} />, last used <Timestamp at={lastSeenAt} />
          </span>
        </CardListRow>
      ))}
    </CardList>
  </TitledCard>
);

const Keys = ({ account: { keys } }: Part) => (
  <TitledCard heading="h2" id="keys" title="API keys">
    <CardList empty="No keys.">
      {keys.map(({ keyId, name, livemode, isActive, lastUsedAt }) => (
        <CardListRow key={keyId}>
          <span className="min-w-0">
            <bdi>{name}</bdi> {livemode ? null : <TestStamp />}
            <code className="block font-mono text-xs break-all text-faint">{keyId}</code>
          </span>
          <span className="text-xs text-faint">
            {isActive ? null : 'inactive, '}
            {lastUsedAt ? (
              <>
                last used <Timestamp at={new Date(lastUsedAt)} />
              </>
            ) : (
              'never used'
            )}
          </span>
        </CardListRow>
      ))}
    </CardList>
  </TitledCard>
);

const Senders = ({ account: { headers } }: Part) => (
  <TitledCard heading="h2" id="senders" title="Senders">
    <CardList empty="No headers.">
      {headers.map(({ header, category, status, lastUsedAt }) => (
        <CardListRow key={header}>
          <span className="font-mono text-xs">{header}</span>
          <span className="text-xs text-faint">
            {category}, {status}
            {lastUsedAt ? (
              <>
                , last used <Timestamp at={lastUsedAt} />
              </>
            ) : null}
          </span>
        </CardListRow>
      ))}
    </CardList>
  </TitledCard>
);

const Webhooks = ({ account: { webhooks } }: Part) => (
  <TitledCard
    heading="h2"
    id="webhooks"
    text="Only the host of each URL is shown."
    title="Webhooks"
  >
    <CardList empty="No endpoints.">
      {webhooks.map(
        ({ id, host, livemode, enabled, disabledReason, failingSince, failure, failures }) => (
          <CardListRow key={id}>
            <span className="min-w-0 break-all">
              {host} {livemode ? null : <TestStamp />}
            </span>
            <span className={`text-xs ${failingSince ? 'text-bad' : 'text-faint'}`}>
              {enabled ? null : `turned off${disabledReason ? ` (${disabledReason})` : ''}`}
              {failingSince ? (
                <>
                  {enabled ? '' : ', '}
                  {failures} failures since <Timestamp at={failingSince} />: {failure}
                </>
              ) : enabled ? (
                'works'
              ) : null}
            </span>
          </CardListRow>
        ),
      )}
    </CardList>
  </TitledCard>
);

const Failures = ({ account: { failures } }: Part) => (
  <TitledCard
    heading="h2"
    id="failures"
    text={`Failures among the newest ${formatCount(countedMessages)} messages.`}
    title="Failures by reason"
  >
    <CardList empty="None of these messages failed.">
      {failures.map(({ state, reason, count }) => (
        <CardListRow key={`${state} ${reason}`}>
          <span className="min-w-0">
            {reason === '' ? 'No reason is known.' : reasonText(reason)}{' '}
            <span className="text-xs text-faint [overflow-wrap:anywhere]">{reason}</span>
          </span>
          <span className="shrink-0 text-xs text-faint">
            {state}: {formatCount(count)}
          </span>
        </CardListRow>
      ))}
    </CardList>
  </TitledCard>
);

const Messages = ({ account: { messages } }: Part) => (
  <section aria-labelledby="messages-title" className="grid gap-3">
    <h2 className="text-sm font-medium" id="messages-title">
      Newest messages, without texts
    </h2>
    {messages.length === 0 ? (
      <p className="card px-5 py-4 text-sm text-faint">No messages.</p>
    ) : (
      <CardTable caption="Newest messages" columns={['Message', 'Recipient', 'State', 'Accepted']}>
        {messages.map(({ id, recipient, status, reason, createdAt, segments }) => (
          <CardRow className="grid grid-cols-2 py-2" key={id}>
            <CardCell wide>
              <code className="font-mono text-xs break-all">{id}</code>
            </CardCell>
            <CardCell label="Recipient">
              <Recipient recipient={recipient} />
            </CardCell>
            <CardCell label="State">
              <StateStamp state={status} />
              {reason ? (
                <span className="block text-xs text-faint [overflow-wrap:anywhere]">
                  {reasonText(reason)}
                </span>
              ) : null}
            </CardCell>
            <CardCell label="Accepted">
              <Timestamp at={new Date(createdAt)} />
              <span className="block text-xs text-faint">
                {segments === 1 ? '1 segment' : `${segments} segments`}
              </span>
            </CardCell>
          </CardRow>
        ))}
      </CardTable>
    )}
  </section>
);
