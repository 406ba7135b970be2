import type { ReactNode } from 'react';
import { TextLink } from '#app/components/links.tsx';
import { paths } from '#app/paths.ts';

type SendButtonProps = {
  children: string;
  sending: boolean;
  intent?: string;
  quiet?: boolean;
};

/** A button that submits the form of a console once. */
export function SendButton({ children, sending, intent, quiet = false }: SendButtonProps) {
  return (
    <button
      aria-disabled={sending}
      className={quiet ? 'button-quiet' : 'button-primary'}
      name={intent ? 'intent' : undefined}
      type="submit"
      value={intent}
    >
      {children}
    </button>
  );
}

type ModeNoteProps = {
  livemode: boolean;
  /** About codes, in place of what is said of messages in test mode. */
  children?: ReactNode;
};

/** Below the button of a console: the mode, and what it means for what is sent. */
export const ModeNote = ({ livemode, children }: ModeNoteProps) =>
  livemode ? (
    <p className="text-xs text-faint">
      <strong className="font-medium">Live mode</strong>: the phone gets it, and it counts against
      your plan.
    </p>
  ) : (
    <p className="text-xs text-faint">
      Test mode: no phone gets it.{' '}
      {children ?? (
        <>
          <TextLink to={`${paths.ownDocsSection('test-mode')}#test-failures`}>
            Magic numbers
          </TextLink>{' '}
          choose how it ends; with all others it ends as delivered.
        </>
      )}
    </p>
  );
