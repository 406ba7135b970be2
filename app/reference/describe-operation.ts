import type { OperationView } from './contract.ts';

/** The length at which search engines cut a description, in characters. */
const maxLength = 160;

/** The title and description of an operation's page. */
export function describeOperation({ method, path, summary, description }: OperationView) {
  const about = description ?? 'Fields, examples and errors.';
  const text = `${method} ${path}: ${summary}. ${about}`.replaceAll('`', '');
  return { title: `${summary} · API Reference`, description: shorten(text) };
}

/** Cuts at a word boundary. */
const shorten = (text: string) =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/\s+\S*$/, '')}…`;
