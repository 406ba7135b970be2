import type { ReactNode } from 'react';
import type { KeyName } from '#app/messages/contract.ts';
import { KeyLabel } from '#app/messages/message-cells.tsx';

type CellProps = {
  /** On narrow screens, where there is no heading. */
  label?: string;
  children: ReactNode;
};

/** A cell of a table whose rows are cards on narrow screens. */
export function Cell({ label, children }: CellProps) {
  return (
    <td className="block min-w-0 @4xl:table-cell @4xl:px-3 @4xl:py-2.5 @4xl:align-top">
      {label ? <span className="text-faint @4xl:hidden">{label}</span> : null}
      {children}
    </td>
  );
}

type ViewerNameProps = { id: string; device?: string | null; keys: KeyName[] };

/** An API key by its name; a session by its browser or program. */
export function ViewerName({ id, device = null, keys }: ViewerNameProps) {
  if (id.startsWith('dk_')) return <KeyLabel keyId={id} keys={keys} />;
  return (
    <span className="[overflow-wrap:anywhere]" title={id}>
      {device === null ? 'You, signed in' : `You, with ${device}`}
    </span>
  );
}
