import { useLocation, useNavigation } from '@remix-run/react';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { Icon } from '#app/components/icons.tsx';
import { mailto, TextLink } from '#app/components/links.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { useWaiting } from '#app/connection/waiting.ts';
import { paths } from '#app/paths.ts';
import { useSuspended } from '#app/session/use-signed-in-user.ts';
import { screens } from './screens.ts';

/** How long a page may load before the skeleton is shown, in milliseconds. Until then, the previous screen stays. */
const slowMs = 400;

/** The path of another dashboard page that has been loading for `slowMs`; null if there is none. */
export function useSlowPage(): string | null {
  const { pathname: open } = useLocation();
  const { state, location } = useNavigation();
  // Without a connection, the request waits, and the previous screen stays with all typed text.
  const waits = useWaiting().length > 0;
  const next = state === 'loading' && !waits ? location.pathname : open;
  const [slow, setSlow] = useState<string | null>(null);
  useEffect(() => {
    if (next === open || !next.startsWith(paths.dashboard())) return;
    const timer = setTimeout(() => setSlow(next), slowMs);
    return () => {
      clearTimeout(timer);
      setSlow(null);
    };
  }, [next, open]);
  return slow;
}

const widths = ['w-3/5', 'w-4/5', 'w-2/3', 'w-3/4', 'w-1/2', 'w-5/6', 'w-7/12', 'w-2/5'];

/** The outline of a loading page, below the page's heading if it is known. */
export function ScreenSkeleton({ path }: { path: string }) {
  const screen = screens.find(({ id }) => paths.dashboard(id) === path);
  return (
    <div className="grid gap-4">
      {screen ? (
        <h1 className="text-lg font-semibold tracking-tight">{screen.title}</h1>
      ) : (
        <Line className="h-6 w-56 max-w-full" />
      )}
      <div aria-hidden="true" className="card divide-y divide-line">
        {widths.map((width) => (
          <div className="flex h-11 items-center gap-6 px-5" key={width}>
            <Line className="h-3 w-24" />
            <Line className={`h-3 ${width}`} />
          </div>
        ))}
      </div>
    </div>
  );
}

const Line = ({ className }: { className: string }) => (
  <span className={`block rounded-sm bg-line ${className}`} />
);

/** The banner on each page of a suspended account. It says what is suspended, since when and why, and whom to write to. */
export function SuspensionBanner() {
  const suspended = useSuspended();
  if (!suspended) return null;
  const { notice, since, supportEmail } = suspended;
  return (
    <section
      aria-label="Account suspended"
      className="grid gap-1 rounded-md border border-bad/40 bg-bad/5 px-4 py-3 text-sm"
    >
      <p>
        <span className="font-medium text-bad">Your account is suspended</span> since{' '}
        <Timestamp at={new Date(since)} />. You cannot send messages or codes. Queued messages are
        held, and expire when their validity ends. Codes that had not been sent were cancelled.
        Everything else works.
      </p>
      <p className="break-words whitespace-pre-line">{notice}</p>
      <p>
        Questions? Write to{' '}
        <a className="link break-all" href={mailto(supportEmail, { subject: 'Suspended account' })}>
          {supportEmail}
        </a>
        . <TextLink to={paths.ownDocsSection('suspension')}>What a suspension means</TextLink>
      </p>
    </section>
  );
}

/**
 * The button of the search, which Ctrl+K opens too. The search's script is loaded on first use. Without JavaScript there is
 * no button: the sidebar has the screens, and each list has a search.
 */
export function OpenPalette() {
  const [isOpen, setOpen] = useState(false);
  const [Palette, setPalette] = useState<ComponentType<{ close: () => void }> | null>(null);
  const close = useCallback(() => setOpen(false), []);

  const open = useCallback(() => {
    setOpen(true);
    import('./palette.tsx').then(
      (loaded) => setPalette(() => loaded.Palette),
      // If the script cannot be loaded, a server page can at least search the documentation.
      () => window.location.assign(paths.docsSearch),
    );
  }, []);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);

  return (
    <>
      <button
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="flex min-h-8 min-w-8 cursor-pointer items-center justify-center gap-2 rounded-md border border-control px-1.5 text-xs text-faint hover:text-ink noscript:hidden lg:px-2"
        onClick={open}
        type="button"
      >
        <Icon name="search" />
        <span className="sr-only lg:not-sr-only">Search</span>
        <span aria-hidden="true" className="hidden font-mono lg:inline">
          Ctrl K
        </span>
      </button>
      {isOpen && Palette ? <Palette close={close} /> : null}
    </>
  );
}
