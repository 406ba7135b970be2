import { formatLongDate, formatRupees } from '#domain/shared/format.browser.ts';
import { waitForOwnTurn } from '#platform/in-slices.ts';
import type { Invoice, InvoiceDetails } from './issue-invoice.ts';
import { createPdfPage, hasGlyphsFor, openFonts, type PdfPage } from './pdf-page.ts';

const [left, right] = [48, 547];
const muted = { colour: '#5C5F68' };
const label = { colour: '#5C5F68', size: 8 };
const strong = { weight: 'strong' } as const;

/** GST state codes of union territories without a legislature: they levy UTGST instead of SGST. */
const unionTerritories = ['04', '26', '31', '35', '38'];

/**
 * Renders an invoice as PDF, with the fields that rule 46 of the CGST Rules requires, or a plain
 * invoice if the seller has no GSTIN. The same invoice gives the same bytes. Rendering yields to
 * the event loop between steps: shaping the texts and subsetting the fonts takes 50 ms, loading the
 * fonts the first time 80 ms more.
 *
 * @param compress false keeps the file's text readable, for tests
 */
export async function renderInvoicePdf(
  invoice: Invoice,
  { compress = true } = {},
): Promise<Buffer> {
  const { number, issuedAt, details } = invoice;
  const { seller } = details;
  await openFonts();
  await waitForOwnTurn();
  const title = details.tax ? 'Tax Invoice' : 'Invoice';
  const sheet = createPdfPage({
    title: `${title} ${number}`,
    ...{ author: seller.name, at: issuedAt, compress },
  });
  const top = sheet.write(seller.name, [left, 72], 360, { size: 22, weight: 'title' });
  sheet.writeUpTo(title, [right, 72], { size: 22, weight: 'title' });
  sheet.rule(top - 10, { colour: '#F37254', width: 2 });
  const belowSeller = drawSeller(sheet, seller, top + 14);
  await waitForOwnTurn();
  const belowFacts = drawInvoiceDetails(sheet, invoice, top + 14);
  await waitForOwnTurn();
  const buyer = drawBuyer(sheet, details, Math.max(belowSeller, belowFacts) + 18);
  await waitForOwnTurn();
  const y = drawItem(sheet, invoice, buyer + 26);
  await waitForOwnTurn();
  drawFooter(sheet, details, y);
  await waitForOwnTurn();
  return sheet.finish();
}

function drawSeller(
  sheet: PdfPage,
  { address, gstin, state }: InvoiceDetails['seller'],
  from: number,
): number {
  if (!address && !state && !gstin) return from;
  let y = sheet.write('From', [left, from], 250, label);
  if (address) y = sheet.write(address, [left, y], 250);
  if (state) y = sheet.write(`State: ${state}`, [left, y], 250);
  if (gstin) y = sheet.write(`GSTIN: ${gstin}`, [left, y], 250);
  return y;
}

function drawInvoiceDetails(
  sheet: PdfPage,
  { number, issuedAt, details }: Invoice,
  from: number,
): number {
  const rows = [
    ['Invoice number', number],
    ['Date', formatLongDate(issuedAt)],
    ['Order', details.orderId],
    ['Payment', details.paymentId],
  ] as const;
  let y = from;
  for (const [name, value] of rows) {
    sheet.write(name, [318, y], 70, label);
    sheet.writeUpTo(value, [right, y], name === 'Invoice number' ? strong : {});
    y += 15;
  }
  return y;
}

/**
 * Draws the buyer, without an address, because we do not collect buyers' addresses yet. A name with characters that no font
 * covers is omitted; the email address identifies the buyer.
 */
function drawBuyer(sheet: PdfPage, { buyer, tax }: InvoiceDetails, from: number): number {
  let y = sheet.write('Billed to', [left, from], 300, label);
  if (hasGlyphsFor(buyer.name)) y = sheet.write(buyer.name, [left, y], 400, strong);
  y = sheet.write(buyer.email, [left, y], 400);
  if (tax) y = sheet.write('Address and GSTIN: not given', [left, y], 300, muted);
  return y;
}

const small = [
  ...['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven'],
  ...['Twelve', 'Thirteen', 'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen', 'Eighteen', 'Nineteen'],
];
const tens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];

/** Indian number groups, largest first. */
const groups = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
] as const;

/** A whole number in words, grouped as in India, such as `One Lakh Two Thousand Five`. */
function numberInWords(number: number): string {
  for (const [size, name] of groups) {
    if (number < size) continue;
    const rest = numberInWords(number % size);
    return `${numberInWords(Math.floor(number / size))} ${name}${rest && ` ${rest}`}`;
  }
  if (number < 20) return small[number] ?? '';
  const one = small[number % 10];
  return `${tens[Math.floor(number / 10)]}${one && `-${one}`}`;
}

/** An amount in words, such as `Rupees Nine Hundred Ninety-Nine and Fifty Paise Only`. */
export function amountInWords(paise: number): string {
  const rupees = numberInWords(Math.floor(paise / 100)) || 'Zero';
  const rest = numberInWords(paise % 100);
  return `Rupees ${rupees}${rest && ` and ${rest} Paise`} Only`;
}

/** Draws the single item, the tax and the total. @returns the y position below them */
function drawItem(sheet: PdfPage, { totalPaise, details }: Invoice, y: number): number {
  const { description, tax, seller } = details;
  sheet.write('Description', [left, y], 200, label);
  if (tax) sheet.write('SAC', [330, y], 60, label);
  sheet.writeUpTo(tax ? 'Taxable value' : 'Amount', [right, y], label);
  sheet.rule(y + 7);
  const below = sheet.write(description, [left, y + 24], 265);
  if (tax) sheet.write(tax.sac, [330, y + 24], 60);
  sheet.writeUpTo(formatRupees(tax?.taxablePaise ?? totalPaise), [right, y + 24]);
  let next = below + 4;
  sheet.rule(next);
  next += 18;
  const rows: [string, number][] = tax
    ? [
        [`CGST ${tax.rate / 2}%`, tax.centralPaise],
        [`${stateTax(seller.state)} ${tax.rate / 2}%`, tax.statePaise],
      ]
    : [];
  for (const [name, paise] of rows) {
    sheet.write(name, [330, next], 100, muted);
    sheet.writeUpTo(formatRupees(paise), [right, next]);
    next += 16;
  }
  sheet.write('Total', [330, next + 4], 100, { ...strong, size: 12 });
  sheet.writeUpTo(formatRupees(totalPaise), [right, next + 4], { ...strong, size: 12 });
  return sheet.write(amountInWords(totalPaise), [left, next + 30], 499) + 20;
}

const stateTax = (state: string | null) =>
  unionTerritories.some((code) => state?.endsWith(`(${code})`)) ? 'UTGST' : 'SGST';

function drawFooter(sheet: PdfPage, { tax, seller, paymentId }: InvoiceDetails, from: number) {
  const lines = [
    `Paid in full by the payment ${paymentId}.`,
    ...(tax
      ? [
          `Place of supply: ${seller.state}. Whether tax is payable on reverse charge: No.`,
          'The price includes the tax.',
        ]
      : []),
    'This is a computer generated invoice and needs no signature.',
  ];
  let y = from;
  sheet.rule(y - 14);
  for (const line of lines) y = sheet.write(line, [left, y + 2], 499, label);
}
