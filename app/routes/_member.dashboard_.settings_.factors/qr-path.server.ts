import { encode } from 'uqr';

/** A QR code as one SVG path: `d` draws each run of dark modules as a rectangle, in a square with sides of `size`. */
export function toQrPath(text: string): { d: string; size: number } {
  const { data: rows, size } = encode(text, { ecc: 'M', border: 4 });
  const d = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.findIndex((dark, at) => at > x && !dark);
      return [`M${x} ${y}h${(end < 0 ? size : end) - x}v1H${x}z`];
    }),
  );
  return { d: d.join(''), size };
}
