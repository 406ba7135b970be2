import { useLocation } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { Consent } from '#app/preferences/preferences.ts';

const answers = { yes: 'Allow', no: 'No, thanks' } as const;

/**
 * Says yes or no to analytics, each as easily as the other. It loads the page anew, script or not:
 * only so does a choice hold at once, for what already runs cannot be taken back.
 *
 * @param choice what was chosen before
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
          {answers[answer]}
        </button>
      ))}
    </form>
  );
}
