import { useId, useSyncExternalStore } from 'react';
import { CopyButton } from '#app/components/copy-button.tsx';
import {
  defaultLanguage,
  type Language,
  languageCookie,
  languageNames,
  languages,
  usePreferences,
  writeBrowserCookie,
} from '#app/preferences/preferences.ts';
import type { HttpSample, Sample } from './contract.ts';

/**
 * A sample with tabs for its languages. Selecting a language changes all samples that have it; without JavaScript, it
 * changes only this sample.
 */
export function SampleTabs({ sample, title }: { sample: Sample | HttpSample; title: string }) {
  const [wanted, choose] = useLanguage();
  const name = useId();
  const codes: Partial<Sample['code']> = sample.code;
  const shown = languages.flatMap((each) => {
    const code = codes[each];
    return code ? [{ each, ...code }] : [];
  });
  const language = codes[wanted] ? wanted : defaultLanguage;
  return (
    <div className="sample min-w-0 overflow-hidden rounded-md border border-line bg-raised">
      <div className="flex items-center justify-between gap-2 border-b border-line pr-1.5">
        <fieldset className="flex min-w-0 flex-wrap">
          <legend className="sr-only">Language of the sample: {title}</legend>
          {shown.map(({ each }) => (
            <label
              className="cursor-pointer border-b-2 border-transparent px-3 py-2.5 text-xs whitespace-nowrap text-faint has-checked:border-coral has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-airmail"
              key={each}
            >
              <input
                checked={each === language}
                className="sr-only"
                name={name}
                onChange={() => choose(each)}
                type="radio"
                value={each}
              />
              {languageNames[each]}
            </label>
          ))}
        </fieldset>
        <CopyButton
          label="Code sample"
          message="Code sample copied to clipboard"
          of={title}
          text={codes[language]?.text ?? ''}
          toast="Copied"
        />
      </div>
      {shown.map(({ each, html }) => (
        <section
          aria-label={`${title} in ${languageNames[each]}`}
          className="hidden overflow-x-auto"
          data-language={each}
          key={each}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus
          tabIndex={0}
        >
          <pre className="p-4 font-mono text-xs leading-relaxed">
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by the highlighter */}
            <code dangerouslySetInnerHTML={{ __html: html }} />
          </pre>
        </section>
      ))}
    </div>
  );
}

const listeners = new Set<() => void>();
let chosen: Language | null = null;

function choose(language: Language): void {
  chosen = language;
  writeBrowserCookie(languageCookie, language);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language of all samples, and a function that stores another language. */
function useLanguage(): [Language, (language: Language) => void] {
  const { language } = usePreferences();
  const now = useSyncExternalStore(
    subscribe,
    () => chosen,
    () => null,
  );
  return [now ?? language, choose];
}
