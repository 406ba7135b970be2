import type { OperationView } from './contract.ts';

/** The longest description that search engines show, in characters. */
const longest = 160;

/** What an operation's page is called, and what is said of it where it is linked to. */
export function describeOperation({ method, path, summary, description }: OperationView) {
  const about = description ?? 'Its fields, examples, and the errors it may answer.';
  const text = `${method} ${path}: ${summary}. ${about}`.replaceAll('`', '');
  return { title: `${summary} · API Reference`, description: shortened(text) };
}

/** Cut at a word. */
const shortened = (text: string) =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/\s+\S*$/, '')}…`;
