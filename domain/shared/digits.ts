/** A digit of any script but ASCII's. */
const otherDigit = /(?![0-9])\p{Nd}/gu;

const isDigit = (codePoint: number) => /\p{Nd}/u.test(String.fromCodePoint(codePoint));

/**
 * Writes the digits of every script as 0 to 9: `४८२९१३` and `４８２９１３` are `482913`. Other characters stay.
 *
 * Unicode encodes the digits of a script as ten consecutive characters, and where several scripts follow one another,
 * each has ten (The Unicode Standard, 4.6): so the distance to the start of the run is the value.
 */
export const foldDigits = (text: string): string =>
  text.replaceAll(otherDigit, (digit) => {
    const codePoint = digit.codePointAt(0) ?? 0;
    let first = codePoint;
    while (isDigit(first - 1)) first -= 1;
    return String((codePoint - first) % 10);
  });
