/** Escaped markup that is safe to send. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Value = Html | string | number | null | false | readonly Value[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Template tag for HTML. Values are escaped for text and quoted attributes unless they are `Html`; lists are
 * joined; null and false render nothing.
 */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  const parts = strings.map((part, i) => (i === 0 ? part : render(values[i - 1] ?? null) + part));
  return new Html(parts.join(''));
}

function render(value: Value): string {
  if (value instanceof Html) return value.markup;
  if (value === null || value === false) return '';
  if (typeof value === 'object') return value.map(render).join('');
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
