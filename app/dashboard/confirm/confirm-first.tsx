import { useActionData } from '@remix-run/react';
import { type ComponentType, lazy, Suspense } from 'react';
import { PageHeading } from '../screen-route.tsx';
import type { MaybeConfirm } from './confirm-sign-in.tsx';

/** Loaded only when it is shown, so that the script of each screen with a form is smaller. */
const ConfirmSignIn = lazy(async () => {
  const { ConfirmSignIn } = await import('./confirm-sign-in.tsx');
  return { default: ConfirmSignIn };
});

/**
 * Wraps a screen. If the reply to its form requires a recent sign-in, shows the password prompt instead of the screen.
 *
 * @param options `hasHeading`: the frame shows the heading of the page
 */
export const confirmFirst = (Screen: ComponentType, { hasHeading = false } = {}) =>
  function ConfirmFirst() {
    const reply = useActionData() as MaybeConfirm;
    if (!reply?.confirm) return <Screen />;
    return (
      <>
        {hasHeading ? null : <PageHeading />}
        <Suspense>
          <ConfirmSignIn confirm={reply.confirm} />
        </Suspense>
      </>
    );
  };
