import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Timestamp } from '#app/components/timestamp.tsx';
import type { ChannelView } from '#domain/messaging/channel-setup/list-channels.server.ts';

type ChannelProps = {
  /** The switch. */
  toggle: ReactNode;
  /** Whether there is something to show while the switch is off. */
  isOpen: boolean;
  children: ReactNode;
};

/** A switch and what belongs to its channel, which is asked for as soon as it is turned on. */
export function Channel({ toggle, isOpen, children }: ChannelProps) {
  const shown = isOpen ? 'grid' : 'hidden group-has-[.switch:checked]/channel:grid';
  return (
    <div className="group/channel">
      {toggle}
      <div className={`${shown} gap-3 px-5 pb-4`}>{children}</div>
    </div>
  );
}

/** Where it goes, and whether it arrives. */
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
            'The address refused for good.'
          ) : (
            <FailingSince at={failing.since} />
          )}{' '}
          {failing.reason}
        </p>
      ) : null}
      {pausedUntil ? (
        <p className="text-xs">
          Paused until <Timestamp at={pausedUntil} />, as the server did not answer in time again
          and again. What waits is sent then; a test that arrives ends the pause for what comes
          next.
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

/** A button that needs no field. */
export function Intent({ value, children }: { value: string; children: string }) {
  return (
    <button className="button-quiet" name="intent" type="submit" value={value}>
      {children}
    </button>
  );
}
