import { HtmlValidate, Parser } from 'html-validate';

/** The HTML rules for every page: html-validate's recommended rules, except those below. */
const rules = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // React writes `async=""`, `autoComplete` and `<input/>`, which browsers accept.
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'attr-case': 'off',
    'void-style': 'off',
    // React's useId creates ids such as `:R1:`, which HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // A page may have two landmarks with one name, because only one of them is visible at each width. axe checks the
    // visible landmarks.
    'unique-landmark': 'off',
    // A long title is not an error; search engines truncate it.
    'long-title': 'off',
  },
});
const config = await rules.getConfigFor('page.html');

/** An element: its attributes as a browser reads them, and its text. */
export type Element = { name: string; attributes: Record<string, string>; text: string };

/** A page as a browser without scripts sees it. */
export type ParsedPage = ReturnType<typeof parsePage>;

export function parsePage(html: string) {
  const root = new Parser(config).parseHtml(html);
  let ids: Set<string> | undefined;
  const all = (selector: string): Element[] =>
    root.querySelectorAll(selector).map((element) => ({
      name: element.tagName,
      attributes: Object.fromEntries(
        element.attributes.map(({ key, value }) => [key, decoded(String(value ?? ''))]),
      ),
      // Computed only when it is read, because this visits all descendants of the element.
      get text() {
        return decoded(element.textContent);
      },
    }));
  return {
    all,
    ids(): ReadonlySet<string> {
      ids ??= new Set(all('[id]').map(({ attributes }) => attributes.id ?? ''));
      return ids;
    },
    /** Returns an attribute of the only matching element; null if no or several elements match. */
    only(selector: string, attribute: string): string | null {
      const [found, ...others] = all(selector);
      return others.length === 0 ? (found?.attributes[attribute] ?? null) : null;
    },
  };
}

/** The forms of a page, with the default values that each would submit. */
export function parseForms(html: string) {
  const root = new Parser(config).parseHtml(html);
  return root.querySelectorAll('form').map((form) => {
    const read = (element: { getAttributeValue(name: string): string | null }, name = 'value') =>
      decoded(element.getAttributeValue(name) ?? '');
    const controls = form
      .querySelectorAll('input, textarea, select')
      .filter((one) => !one.hasAttribute('disabled'));
    const isOff = (type: string) => /^(checkbox|radio)$/.test(type);
    const defaults = controls.flatMap((control): [string, string][] => {
      const name = read(control, 'name');
      const type = read(control, 'type');
      if (name === '' || type === 'file') return [];
      if (isOff(type))
        return control.hasAttribute('checked') ? [[name, read(control) || 'on']] : [];
      if (control.is('textarea')) return [[name, decoded(control.textContent)]];
      if (!control.is('select')) return [[name, read(control)]];
      const options = control.querySelectorAll('option');
      const chosen = options.find((option) => option.hasAttribute('selected')) ?? options[0];
      return chosen ? [[name, read(chosen)]] : [];
    });
    return {
      action: read(form, 'action'),
      method: read(form, 'method').toLowerCase() || 'get',
      isMultipart: read(form, 'enctype') === 'multipart/form-data',
      names: new Set(controls.map((control) => read(control, 'name'))),
      defaults,
      /** Each button's text, and its name and value if it has them. */
      buttons: form.querySelectorAll('button').map((button) => ({
        text: decoded(button.textContent).trim(),
        value: button.hasAttribute('name') ? [[read(button, 'name'), read(button)]] : [],
      })),
    };
  });
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const decoded = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_all, name: string) => entities[name] ?? '');

/** The violations in a page's HTML: rule, message and position. */
export async function invalidHtml(html: string): Promise<string[]> {
  const lines = html.split('\n');
  const { results } = await rules.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => {
      const from = Math.max(0, column - 60);
      return `${ruleId}: ${message} | …${lines[line - 1]?.slice(from, from + 160)}…`;
    }),
  );
}
