import { useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useWaiting } from '#app/connection/waiting.ts';
import { paths } from '#app/paths.ts';
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
