import { SaxesParser } from 'saxes';
import { ImportFileError } from './sheet.ts';

/** What is called while a document is read. Names are without the prefix of a namespace. */
export type XmlHandlers = {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads an XML document in pieces. Entities of a document's own are refused, as is its type declaration: no spreadsheet
 * has one.
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
  parser.on('opentag', ({ name, attributes }) => open?.(withoutPrefix(name), attributes));
  parser.on('text', (one) => text?.(one));
  parser.on('cdata', (one) => text?.(one));
  parser.on('closetag', ({ name }) => close?.(withoutPrefix(name)));
  try {
    for await (const piece of pieces) parser.write(decoder.decode(piece, { stream: true }));
    parser.write(decoder.decode()).close();
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    throw new ImportFileError('A part of the XLSX file is damaged.', { cause: error });
  }
}
