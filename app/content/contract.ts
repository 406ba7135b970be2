/** A page of text, read from a Markdown file of ours. */
export type Page = {
  title: string;
  /** The first paragraph as plain text: what search engines are told. */
  description: string;
  blocks: Block[];
  /** The headings of the second level, which a page's own list links to. */
  headings: { id: string; text: string }[];
};

/** What a page is made of. */
export type Block =
  | { kind: 'prose'; html: string }
  /** Code of one language; its title stands above it. */
  | { kind: 'code'; language: string; title: string | null; text: string; html: string }
  /** A sample in four languages, by its name in `app/samples/programs`. */
  | { kind: 'sample'; name: string; title: string }
  /** The error catalogue. */
  | { kind: 'errors' };
