/** Ids of entities, telemarketers and templates. 19 digits are usual; ids of 12 exist. */
const wellFormed = /^\d{12,20}$/;
const usualLength = 19;

/** As spreadsheets show long numbers: the digits behind are lost. */
const inExponents = /^\d(?:[.,]\d+)?e\+?\d+$/i;

/** In samples, digits 3 and 4 say what an id is of. A hint: no document promises it. */
const kindByDigits: Readonly<Record<string, 'entity' | 'telemarketer' | 'header' | 'template'>> = {
  '01': 'entity',
  '02': 'telemarketer',
  '05': 'header',
  '07': 'template',
};

/** @returns what is wrong with an id, in a sentence, or null */
export function findIdProblem(id: string): string | null {
  if (wellFormed.test(id)) return null;
  if (inExponents.test(id.trim())) {
    return 'A spreadsheet has rounded this id: its digits are lost. Format the column as text, and copy the id from the portal again.';
  }
  return 'A DLT id is 12 to 20 digits, usually 19.';
}

export const hasUsualLength = (id: string): boolean => id.length === usualLength;

/** What an id looks like, by its digits; undefined if they say nothing. */
export const guessKind = (id: string) =>
  hasUsualLength(id) ? kindByDigits[id.slice(2, 4)] : undefined;
