/** A search result: the part of the documentation from one heading to the next. */
export type Passage = {
  /** Path with the heading's anchor. */
  path: string;
  /** The section's title. */
  page: string;
  heading: string;
  /** The text below the heading, without markup and code. */
  text: string;
  /** The code below the heading. It is searched but not shown. */
  code?: string;
  /** Whether the passage is an entry of a catalogue, such as an error or a type of event. */
  isReference?: true;
};

/** A piece of text. `marked` says whether it matches a word of the query. */
export type Piece = { text: string; marked: boolean };

/** A search result: the heading, and an excerpt around the first match. */
export type Found = { path: string; page: string; heading: Piece[]; excerpt: Piece[] };

/** Maximum length of a query, in characters. */
export const maxQueryLength = 100;
