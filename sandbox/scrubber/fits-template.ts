/** For each slot tag, the characters that the operator allows and their maximum number. */
const slots: Record<string, { most: number; character: RegExp }> = {
  var: { most: 30, character: /[^<>\p{Cc}]|\n/u },
  numeric: { most: 40, character: /[0-9]/ },
  number: { most: 40, character: /[0-9]/ },
  alphanumeric: { most: 40, character: /[\p{L}\p{M}\p{N} _/.]/u },
  url: { most: 120, character: /\S/u },
  urlott: { most: 120, character: /\S/u },
  cbn: { most: 14, character: /[0-9+]/ },
  email: { most: 40, character: /\S/u },
};

/** The short names under which portals store the same slots. */
const shortNames: Record<string, string> = {
  num: 'numeric',
  alp: 'alphanumeric',
  urg: 'url',
  uro: 'urlott',
};

type Piece = { literal: string[] } | { most: number; character: RegExp };

/** Splits a template into fixed texts and slots. An unknown tag is fixed text. */
function toPieces(body: string): Piece[] {
  return body
    .split(/(\{#[a-z]+#\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = part.slice(2, -2);
      return slots[shortNames[name] ?? name] ?? { literal: [...part] };
    });
}

/**
 * Whether a text equals the template with its slots filled, compared by code points. Tries every length of each slot,
 * and remembers at which positions the rest of the template did not match, so that it tries no position twice.
 *
 * @param anyLength ignores the maximum lengths of slots. If a text matches only then, some value is too long
 */
export function fitsTemplate(body: string, text: string, anyLength = false): boolean {
  const pieces = toPieces(body);
  const points = [...text];
  const failed = new Set<number>();

  function fits(piece: number, from: number): boolean {
    const wanted = pieces[piece];
    if (!wanted) return from === points.length;
    const key = piece * (points.length + 1) + from;
    if (failed.has(key)) return false;
    const found = 'literal' in wanted ? afterLiteral(wanted.literal) : afterSlot(wanted);
    if (!found) failed.add(key);
    return found;

    function afterLiteral(literal: string[]): boolean {
      return (
        literal.every((point, at) => points[from + at] === point) &&
        fits(piece + 1, from + literal.length)
      );
    }

    function afterSlot({ most, character }: { most: number; character: RegExp }): boolean {
      const end = anyLength ? points.length : Math.min(points.length, from + most);
      for (let at = from; at < end; at += 1) {
        if (!character.test(points[at] as string)) return false;
        if (fits(piece + 1, at + 1)) return true;
      }
      return false;
    }
  }

  return fits(0, 0);
}
