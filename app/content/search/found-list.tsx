import type { Found, Piece } from './contract.ts';

/** Search results. Plain links, so that the browser applies `:target` to the part of the page. */
export function FoundList({ found }: { found: Found[] }) {
  return (
    <ol className="divide-y divide-line text-sm">
      {found.map(({ path, page, heading, excerpt }) => (
        <li key={path}>
          <a
            className="grid gap-1 px-4 py-3 -outline-offset-2 hover:bg-paper focus-visible:bg-paper"
            href={path}
          >
            <span className="text-xs text-faint">{page}</span>
            <span className="font-medium wrap-anywhere">
              <Pieces pieces={heading} />
            </span>
            <span className="text-faint wrap-anywhere">
              <Pieces pieces={excerpt} />
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}

function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map(({ text, marked }, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change order
    marked ? <mark key={i}>{text}</mark> : text,
  );
}
