import { useFetcher, useLocation } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { themes } from './preferences.ts';
import { usePreferences } from './use-preferences.ts';

const labels = { system: 'System', light: 'Light', dark: 'Dark' };

/** Switches between light, dark and the system's theme. */
export function ThemeSwitch() {
  const fetcher = useFetcher();
  const { pathname, search } = useLocation();
  const { theme } = usePreferences();
  const chosen = fetcher.formData?.get('theme') ?? theme;
  return (
    <fetcher.Form action={paths.theme} method="post" preventScrollReset>
      <input name="to" type="hidden" value={pathname + search} />
      <fieldset className="inline-flex rounded-md border border-control p-0.5">
        <legend className="sr-only">Colours</legend>
        {themes.map((name) => (
          <button
            aria-pressed={name === chosen}
            className="min-h-7 cursor-pointer rounded px-2.5 text-xs text-faint aria-pressed:bg-ink aria-pressed:text-paper"
            key={name}
            name="theme"
            type="submit"
            value={name}
          >
            {labels[name]}
          </button>
        ))}
      </fieldset>
    </fetcher.Form>
  );
}
