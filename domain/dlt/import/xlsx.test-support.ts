import { crc32, deflateRawSync } from 'node:zlib';

/** Deliberate errors of an entry. */
type Lie = { name?: string; declaredSize?: number; flags?: number; method?: number };

/** Makes a zip file of texts or bytes. `lies` adds deliberate errors to entries. */
export function zipOf(
  files: Record<string, string | Uint8Array>,
  lies: Record<string, Lie> = {},
): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [key, content] of Object.entries(files)) {
    const { name = key, declaredSize, flags = 0, method = 8 } = lies[key] ?? {};
    const plain = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(plain) : plain;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declaredSize ?? plain.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, rest, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(central.length, 4);
  end.writeUInt16LE(central.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]);
}

/** The parts of an XLSX file with one sheet. @param rows the XML in `sheetData` */
export const partsOf = (rows: string, texts: string[] = []): Record<string, string> => ({
  'xl/workbook.xml':
    '<workbook xmlns:r="http://r"><sheets><sheet name="Templates" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
  'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
});

const toXmlText = (text: string) =>
  text.replace(/[&<]/g, (one) => (one === '&' ? '&amp;' : '&lt;'));

/** Makes an XLSX file of rows of cells. Numbers become number cells, strings become text cells. */
export function xlsxOf(rows: (string | number)[][]): Buffer {
  const xml = rows.map((cells, row) => {
    const inner = cells.map((value, at) => {
      const place = `${String.fromCharCode(65 + at)}${row + 1}`;
      return typeof value === 'number'
        ? `<c r="${place}"><v>${value}</v></c>`
        : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${toXmlText(value)}</t></is></c>`;
    });
    return `<row r="${row + 1}">${inner.join('')}</row>`;
  });
  return zipOf(partsOf(xml.join('')));
}
