import { lazy, Suspense } from 'react';
import { useHydrated } from '#app/components/use-hydrated.ts';
import { untilLoaded } from '#app/connection/until-loaded.ts';
import type { OperationView } from '../contract.ts';
import { Section } from '../section.tsx';

/** It comes by itself, so that who only reads does not wait for it. */
const Console = lazy(() => untilLoaded(() => import('./try-it-form.tsx')));

type TryItProps = { operation: OperationView; publicUrl: string; keyId: string | null };

/** Makes a call from the page. Without JavaScript, which it takes, it leads to the command. */
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
            To try it on this page takes JavaScript. The request above does the same from a shell.
          </p>
        </noscript>
      )}
    </Section>
  );
}
