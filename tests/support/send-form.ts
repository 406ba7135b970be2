import { parseForms } from './parsed-page.ts';
import type { Page, Visitor } from './visitor.ts';

/**
 * Submits a form of a page as a browser without JavaScript does, with its hidden fields, defaults and button.
 *
 * @param page the page's path, or the page itself
 * @param button the text of the form's button
 * @param fields values by name, which replace the defaults; null leaves a box unticked
 * @throws Error if the page has no form with this button and these fields
 */
export async function sendForm(
  visitor: Visitor,
  page: string | { path: string; html: string },
  button: string,
  fields: Record<string, string | File | null> = {},
): Promise<Page> {
  const { path, html } =
    typeof page === 'string' ? { path: page, html: (await visitor.get(page)).html } : page;
  const names = Object.keys(fields);
  const form = parseForms(html).find(
    (one) =>
      one.buttons.some(({ text }) => text === button) && names.every((name) => one.names.has(name)),
  );
  if (!form) throw new Error(`${path} has no form with the button “${button}” and ${names}`);
  const pressed = form.buttons.find(({ text }) => text === button);
  const body = new FormData();
  for (const [name = '', value = ''] of [...form.defaults, ...(pressed?.value ?? [])]) {
    if (!(name in fields)) body.append(name, value);
  }
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null) body.append(name, value);
  }
  const action = new URL(form.action || path, `http://site${path}`);
  const to = action.pathname + action.search;
  if (form.isMultipart) return visitor.post(to, body);
  const typed = new URLSearchParams(body as unknown as Record<string, string>);
  if (form.method === 'get') return visitor.get(`${action.pathname}?${typed}`);
  return visitor.post(to, Object.fromEntries(typed));
}
