/** A part of the documentation from one heading to the next: what a search finds. */
export type Passage = {
  /** Where it stands, with the heading's anchor. */
  path: string;
  /** The section's title. */
  page: string;
  heading: string;
  /** What stands below the heading, without markup. */
  text: string;
};

/** A piece of text; `marked` if it is a word that was searched for. */
export type Piece = { text: string; marked: boolean };

/** A passage that was found: its heading, and of its text the piece around the first word that was found. */
export type Found = { path: string; page: string; heading: Piece[]; excerpt: Piece[] };

/** The longest query that is searched for, in characters. */
export const maxQueryLength = 100;
