import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';

const delaySeconds = 2;

/** Navigates to another page after two seconds. */
export function DelayedRedirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(to), delaySeconds * 1_000);
    return () => clearTimeout(timer);
  }, [navigate, to]);
  return (
    <noscript>
      <meta content={`${delaySeconds};url=${to}`} httpEquiv="refresh" />
    </noscript>
  );
}
