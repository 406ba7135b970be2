import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Timestamp } from '#app/components/timestamp.tsx';
import type { ChannelView } from '#domain/messaging/notification-channels/connected-channels.ts';

type ChannelProps = {
  /** The switch of the channel. */
  toggle: ReactNode;
  /** Whether the content is shown while the switch is off. */
  isOpen: boolean;
  children: ReactNode;
};

/** A switch with the forms of its channel, which appear when it is turned on. */
export function Channel({ toggle, isOpen, children }: ChannelProps) {
  const visibility = isOpen ? 'grid' : 'hidden group-has-[.switch:checked]/channel:grid';
  return (
    <div className="group/channel">
      {toggle}
      <div className={`${visibility} gap-3 px-5 pb-4`}>{children}</div>
    </div>
  );
}

/** The address of a channel, and whether notifications arrive there. */
export function ChannelState({ view, children }: { view: ChannelView; children: ReactNode }) {
  const { hint, state, failing, pausedUntil } = view;
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="font-mono text-xs break-all">{hint}</code>
        {state === 'refused' ? (
          <span className="stamp text-bad">Turned off</span>
        ) : failing ? (
          <span className="stamp text-bad">Failing</span>
        ) : (
          <span className="stamp text-good">Connected</span>
        )}
      </p>
      {failing ? (
        <p className="text-xs text-bad">
          {state === 'refused' ? (
            'The address rejected messages permanently.'
          ) : (
            <FailingSince at={failing.since} />
          )}{' '}
          {failing.reason}
        </p>
      ) : null}
      {pausedUntil ? (
        <p className="text-xs">
          Paused until <Timestamp at={pausedUntil} />, as the server repeatedly did not respond in
          time. Waiting notifications are sent then; a successful test ends the pause for new ones.
        </p>
      ) : null}
      <Form className="flex flex-wrap gap-2" method="post" preventScrollReset>
        {children}
      </Form>
    </div>
  );
}

function FailingSince({ at }: { at: Date }) {
  return (
    <>
      Failing since <Timestamp at={at} />.
    </>
  );
}
