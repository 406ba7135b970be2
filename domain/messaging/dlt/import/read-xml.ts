import { SaxesParser } from 'saxes';
import { ImportFileError } from './sheet.ts';

/** What is called while a document is read. Names are without the prefix of a namespace. */
export type XmlHandlers = {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/** A spreadsheet has some ten elements within one another, a few attributes each, and four elements for a cell. */
const maxDepth = 64;
const maxAttributes = 64;
const maxElements = 3_000_000;

/** In bytes: as long as a piece of a document may be without a tag, a text or a comment that ends. */
const maxUnended = 1024 * 1024;

const tooMuch = (what: string) =>
  new ImportFileError(
    `A part of the XLSX file has ${what}, which no spreadsheet program writes. Open it in one, and save it as CSV.`,
  );

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads an XML document in pieces. Entities of a document's own are refused, as is its type declaration: no spreadsheet
 * has one. So are elements that are deeper or more, and attributes that are more or longer, than a spreadsheet has.
 *
 * @throws ImportFileError if it is not well-formed
 */
export async function readXml(
  pieces: AsyncIterable<Uint8Array>,
  { open, text, close }: XmlHandlers,
): Promise<void> {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({
    position: false,
    xmlns: false,
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  parser.on('doctype', () => {
    throw new ImportFileError(
      'The file has a document type declaration, which no spreadsheet has.',
    );
  });
  parser.on('error', (error) => {
    throw error;
  });
  let [depth, elements, attributeCount, unended] = [0, 0, 0, 0];
  parser.on('opentagstart', () => {
    depth += 1;
    elements += 1;
    attributeCount = 0;
    unended = 0;
    if (depth > maxDepth) throw tooMuch(`more than ${maxDepth} elements within one another`);
    if (elements > maxElements) throw tooMuch('millions of elements');
  });
  parser.on('attribute', () => {
    attributeCount += 1;
    unended = 0;
    if (attributeCount > maxAttributes) throw tooMuch(`more than ${maxAttributes} attributes`);
  });
  parser.on('opentag', ({ name, attributes }) => open?.(withoutPrefix(name), attributes));
  parser.on('text', (one) => text?.(one));
  parser.on('cdata', (one) => text?.(one));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    unended = 0;
    close?.(withoutPrefix(name));
  });
  try {
    for await (const piece of pieces) {
      unended += piece.byteLength;
      parser.write(decoder.decode(piece, { stream: true }));
      if (unended > maxUnended) throw tooMuch('a name, text or comment of a megabyte');
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    throw new ImportFileError('A part of the XLSX file is damaged.', { cause: error });
  }
}
