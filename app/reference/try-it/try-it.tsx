import { lazy, Suspense } from 'react';
import { useHydrated } from '#app/components/use-hydrated.ts';
import { untilLoaded } from '#app/connection/until-loaded.ts';
import type { OperationView } from '../contract.ts';
import { Section } from '../elements.tsx';

/** Loaded separately, so that readers who do not use it need not load it. */
const Console = lazy(() => untilLoaded(() => import('./try-it-form.tsx')));

type TryItProps = { operation: OperationView; publicUrl: string; keyId: string | null };

/** The "Try it" section. Without JavaScript it refers to the curl command. */
export function TryIt(given: TryItProps) {
  const hydrated = useHydrated();
  return (
    <Section id="try-it" title="Try it">
      {hydrated ? (
        <Suspense fallback={<p className="text-sm text-faint">Loading…</p>}>
          <Console key={given.operation.id} {...given} />
        </Suspense>
      ) : (
        <noscript>
          <p className="text-sm text-faint">
            Trying it on this page needs JavaScript. The curl command above does the same from a
            shell.
          </p>
        </noscript>
      )}
    </Section>
  );
}
