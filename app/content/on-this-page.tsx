import type { Page } from './contract.ts';

/** Links to the headings of a page; shown beside it on wide screens. */
export function OnThisPage({ headings }: Pick<Page, 'headings'>) {
  return (
    <nav
      aria-labelledby="on-this-page"
      className="sticky top-8 hidden max-h-[calc(100dvh-4rem)] self-start overflow-y-auto text-xs xl:block"
    >
      <p className="pb-2 font-medium" id="on-this-page">
        On this page
      </p>
      <ul>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a className="block py-1 leading-snug text-faint hover:text-ink" href={`#${id}`}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
