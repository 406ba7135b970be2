import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { paths } from '#app/paths.ts';

/** Beside the button of a console in test mode: what happens instead of sending. */
export const TestModeNote = ({ children }: { children?: ReactNode }) => (
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
