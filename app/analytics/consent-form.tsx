import { useLocation } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { Consent } from '#app/preferences/preferences.ts';

const buttonLabels = { yes: 'Allow', no: 'No, thanks' } as const;

/**
 * The consent form, with equally prominent buttons. It posts a full document request even with JavaScript,
 * because a script that already runs can only be removed by loading the page again.
 *
 * @param choice the visitor's earlier answer
 */
export function ConsentForm({ choice }: { choice: Consent | null }) {
  const { pathname, search } = useLocation();
  return (
    <form action={paths.consent} className="flex flex-wrap gap-3" method="post">
      <input name="to" type="hidden" value={pathname + search} />
      {(['yes', 'no'] as const).map((answer) => (
        <button
          aria-pressed={choice === null ? undefined : choice === answer}
          className="button-quiet min-w-28 aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
          key={answer}
          name="consent"
          type="submit"
          value={answer}
        >
          {buttonLabels[answer]}
        </button>
      ))}
    </form>
  );
}
