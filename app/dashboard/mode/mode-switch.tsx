import { Form, useLocation, useNavigation } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { modes, toMode } from './modes.ts';

const labels = { live: 'Live', test: 'Test' };

/** What an address says of one mode: a key, a message, a place in a list, the mode of a form. */
const ofOneMode = ['after', 'key', 'mode', 'sent'];

/** Switches the dashboard between live and test mode. */
export function ModeSwitch({ livemode }: { livemode: boolean }) {
  const { pathname, search } = useLocation();
  const { formAction, formData } = useNavigation();
  const pending = formAction === paths.mode ? formData?.get('mode') : null;
  const shown = pending ?? toMode(livemode);
  return (
    <Form action={paths.mode} className="shrink-0" method="post" preventScrollReset replace>
      <input name="to" type="hidden" value={pathname + withoutItems(search)} />
      <fieldset className="inline-flex rounded-md border border-control p-0.5">
        <legend className="sr-only">Mode</legend>
        {modes.map((mode) => (
          <button
            aria-pressed={mode === shown}
            className={`min-h-7 cursor-pointer rounded px-2.5 text-xs text-faint aria-pressed:text-paper ${mode === 'test' ? 'aria-pressed:bg-waiting' : 'aria-pressed:bg-ink'}`}
            key={mode}
            name="mode"
            type="submit"
            value={mode}
          >
            {labels[mode]}
          </button>
        ))}
      </fieldset>
    </Form>
  );
}

function withoutItems(search: string): string {
  const kept = new URLSearchParams(search);
  for (const name of ofOneMode) kept.delete(name);
  return kept.size > 0 ? `?${kept}` : '';
}
