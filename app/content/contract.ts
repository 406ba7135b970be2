/** A page of text, parsed from a Markdown file of this repository. */
export type Page = {
  title: string;
  /** The first paragraph as plain text, for the meta description. */
  description: string;
  blocks: Block[];
  /** The second-level headings, for the page's table of contents. */
  headings: { id: string; text: string }[];
};

/** The content of a page. */
export type Block =
  | { kind: 'prose'; html: string }
  | { kind: 'code'; language: string; title: string | null; text: string; html: string }
  /** A sample in several languages; `name` is its folder in `app/samples/programs`. */
  | { kind: 'sample'; name: string; title: string }
  | { kind: 'errors' }
  /** The catalogue of the errors that a DLT check may find. */
  | { kind: 'verdicts' };
