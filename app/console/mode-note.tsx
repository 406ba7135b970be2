import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { paths } from '#app/paths.ts';

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
          <Link className="link" to={`${paths.ownDocsSection('test-mode')}#test-failures`}>
            Magic numbers
          </Link>{' '}
          choose how it ends; with all others it ends as delivered.
        </>
      )}
    </p>
  );
