import { Link, useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Timestamp } from '#app/components/timestamp.tsx';

/**
 * Says how old the figures of the page are, and links to the same page. Without JavaScript, it says when they were
 * read. It is not a live region, because a text that changes each second would interrupt a screen reader.
 */
export function Updated({ at }: { at: Date }) {
  const { pathname, search } = useLocation();
  const age = useAge(at);
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-xs text-faint tabular-nums">
      <span>
        Updated {age === null ? <Timestamp at={at} timeStyle="medium" /> : `${age} s ago`}
      </span>
      <Link className="link" preventScrollReset replace to={pathname + search}>
        Refresh
      </Link>
    </p>
  );
}

/** The age of a time of the server in seconds, which grows from 0; null without JavaScript. */
function useAge(at: Date): number | null {
  const [age, setAge] = useState<number | null>(null);
  const read = at.getTime();
  // biome-ignore lint/correctness/useExhaustiveDependencies: newly read figures begin a new age
  useEffect(() => {
    const began = performance.now();
    const count = () => setAge(Math.floor((performance.now() - began) / 1_000));
    count();
    const timer = setInterval(count, 1_000);
    return () => clearInterval(timer);
  }, [read]);
  return age;
}
