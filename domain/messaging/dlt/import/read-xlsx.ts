import { toStorableLine } from '#platform/storable-text.browser.ts';
import { maxColumns, maxRows } from './contract.browser.ts';
import { readXml } from './read-xml.ts';
import { ImportFileError, type Sheet, type SheetRow } from './sheet.ts';
import { type Archive, openArchive } from './unzip.ts';

/** What a spreadsheet allows, in characters. */
const maxCellLength = 32_767;

/** Of all cells together. One long text may be in many cells, by its number: written out it could fill any memory. */
const maxCharacters = 20_000_000;

const maxTexts = 500_000;
const maxOtherRows = 1_000;

/**
 * Reads a sheet of an XLSX file (ECMA-376). Formulas are not evaluated: their stored value counts.
 *
 * @param name of the sheet; the first one that is shown if it is omitted
 * @throws ImportFileError
 */
export async function readXlsx(bytes: Uint8Array, name?: string): Promise<Sheet> {
  const archive = await openArchive(bytes);
  if (!archive.has('xl/workbook.xml')) {
    throw new ImportFileError('This zip file is no XLSX file. Save the list as XLSX or CSV.');
  }
  const { path, notes } = await findSheet(archive, name);
  const texts = await readSharedTexts(archive);
  return { rows: await readRows(archive, path, texts), notes };
}

async function findSheet(archive: Archive, wanted: string | undefined) {
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  await readXml(archive.read('xl/workbook.xml'), {
    open(tag, attributes) {
      if (tag !== 'sheet' || sheets.length === maxColumns) return;
      const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
      const { name = '', state = 'visible' } = attributes;
      // Also `veryHidden`. Sheets of lists for drop-downs are hidden, often as the first ones.
      sheets.push({ name, id, isHidden: state !== 'visible' });
    },
  });
  const targets = new Map<string, string>();
  await readXml(archive.read('xl/_rels/workbook.xml.rels'), {
    open(tag, { Id = '', Target = '', Type = 'worksheet' }) {
      // Not a sheet that is a chart, a dialog or macros.
      if (tag === 'Relationship' && Type.endsWith('worksheet')) targets.set(Id, Target);
    },
  });
  const tables = sheets.filter(({ id }) => targets.has(id));
  const sheet =
    wanted === undefined
      ? (tables.find(({ isHidden }) => !isHidden) ?? tables[0])
      : tables.find(({ name }) => name === wanted);
  const target = targets.get(sheet?.id ?? '') ?? '';
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  if (!sheet || !archive.has(path)) {
    const names = sheets.map(({ name }) => `“${toStorableLine(name, 40)}”`).slice(0, 10);
    throw new ImportFileError(
      wanted === undefined
        ? 'The file has no sheet that can be read.'
        : `The file has no sheet of this name. It has ${names.join(', ') || 'none'}.`,
    );
  }
  const others = sheets.length - 1;
  const notes =
    others > 0 ? [`The sheet “${toStorableLine(sheet.name, 40)}” was read, of ${others + 1}.`] : [];
  return { path, notes };
}

/** A character that XML cannot hold is written `_x000D_`. */
const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** The texts that cells refer to by number. Some files have none. */
async function readSharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  if (!archive.has('xl/sharedStrings.xml')) return texts;
  let text = '';
  let isText = false;
  let isReading = false;
  await readXml(archive.read('xl/sharedStrings.xml'), {
    open(tag) {
      if (tag === 'si') text = '';
      // Not how a text is pronounced.
      if (tag === 'rPh') isReading = true;
      isText = tag === 't' && !isReading;
    },
    text(more) {
      if (isText) text = append(text, more);
    },
    close(tag) {
      if (tag === 'rPh') isReading = false;
      isText = false;
      if (tag !== 'si') return;
      if (texts.length === maxTexts) throw new ImportFileError('The file has too many texts.');
      texts.push(decodeEscapes(text));
    },
  });
  return texts;
}

function append(text: string, more: string): string {
  if (text.length + more.length <= maxCellLength) return text + more;
  throw new ImportFileError(
    `A cell has more than ${maxCellLength.toLocaleString('en')} characters.`,
  );
}

async function readRows(archive: Archive, path: string, texts: string[]): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  let current: SheetRow = { row: 0, cells: [] };
  let cell = { place: -1, type: '', value: '' };
  let isValue = false;
  let characters = 0;
  await readXml(archive.read(path), {
    open(tag, { r = '', t = 'n' }) {
      if (tag === 'row') current = { row: rowOf(r) ?? current.row + 1, cells: [] };
      if (tag === 'c') {
        cell = { place: r === '' ? cell.place + 1 : placeOf(r), type: t, value: '' };
      }
      isValue = tag === 'v' || tag === 't';
    },
    text(more) {
      if (isValue) cell.value = append(cell.value, more);
    },
    close(tag) {
      isValue = false;
      if (tag === 'c') {
        const value = toText(cell, texts);
        if (value === '') return;
        if (cell.place >= maxColumns) {
          throw new ImportFileError(`The file has more than ${maxColumns} columns.`);
        }
        characters += value.length;
        if (characters > maxCharacters) throw new ImportFileError('The file has too much text.');
        while (current.cells.length < cell.place) current.cells.push('');
        current.cells[cell.place] = value;
      }
      if (tag !== 'row') return;
      cell.place = -1;
      if (!current.cells.some((one) => one.trim() !== '')) return;
      rows.push(current);
      if (rows.length > maxRows + maxOtherRows) {
        throw new ImportFileError(
          `The file has more than ${maxRows.toLocaleString('en')} rows. Split it into several.`,
        );
      }
    },
  });
  return rows;
}

/** What a spreadsheet allows. */
const maxRowNumber = 1_048_576;

/** The number of a row as the file gives it; undefined if it gives none that a row can have. */
function rowOf(reference: string): number | undefined {
  const row = /^\d{1,7}$/.test(reference) ? Number(reference) : 0;
  return row >= 1 && row <= maxRowNumber ? row : undefined;
}

/** The place of a cell in its row, from 0: that of `C7` is 2. */
function placeOf(reference: string): number {
  let place = 0;
  for (const letter of reference) {
    const at = letter.charCodeAt(0) - 0x40;
    if (at < 1 || at > 26) break;
    place = Math.min(place * 26 + at, 1e6);
  }
  return Math.max(0, place - 1);
}

function toText({ type, value }: { type: string; value: string }, texts: string[]): string {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'n') return toNumberText(value);
  return type === 'e' ? '' : decodeEscapes(value);
}

/** A number keeps 15 digits: one of more is written so that it cannot be taken for an id whose digits are all there. */
function toNumberText(value: string): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  return Number.isInteger(number) && Math.abs(number) >= 1e15
    ? number.toExponential()
    : String(number);
}
