import { Form, useLocation } from '@remix-run/react';
import { TextLink } from '#app/components/links.tsx';
import { paths } from '#app/paths.ts';

/** The two modes of the dashboard, with their names in the form and the cookie. */
export const modes = ['live', 'test'] as const;
export type Mode = (typeof modes)[number];

/** Returns the name of a mode. In test mode, no message reaches a carrier and nothing is charged. */
export const toMode = (livemode: boolean): Mode => (livemode ? 'live' : 'test');

/** The kind and id of an object in the URL that belongs to the mode that is not shown. */
export type OfOtherMode = { what: 'key' | 'message'; id: string };

type OtherModeNoticeProps = OfOtherMode & {
  /** The mode that the dashboard shows. */
  livemode: boolean;
};

/**
 * Says that the URL names an object of the other mode, so the page does not show it. Has a button that switches the
 * mode. Opening a URL never switches the mode, because users themselves must decide whether their messages reach
 * phones.
 */
export function OtherModeNotice({ what, id, livemode }: OtherModeNoticeProps) {
  const { pathname, search } = useLocation();
  const [shown, other] = [toMode(livemode), toMode(!livemode)];
  return (
    <section
      aria-label="Other mode"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-waiting/40 bg-waiting/10 px-4 py-3"
    >
      <p className="min-w-0 text-sm [overflow-wrap:anywhere]">
        The {what} <code className="font-mono text-xs">{id}</code> in this address belongs to{' '}
        {other} mode, but the dashboard shows {shown} mode.
      </p>
      <Form action={paths.mode} method="post" replace>
        <input name="to" type="hidden" value={pathname + search} />
        <button className="button-quiet" name="mode" type="submit" value={other}>
          Show {other} mode
        </button>
      </Form>
    </section>
  );
}

/** Marks a screen that shows data of test mode. */
export const TestModeStrip = () => (
  <section
    aria-label="Test mode"
    className="flex flex-wrap gap-x-4 gap-y-1 border-b border-waiting/40 bg-waiting/10 px-4 py-2 text-xs sm:px-6"
  >
    <p>
      <span className="font-medium text-waiting">Test mode:</span> nothing is sent or charged.
    </p>
    <TextLink to={paths.ownDocsSection('test-mode')}>How test mode works</TextLink>
  </section>
);
