import type { ReactNode } from 'react';
import { Disclosure } from './disclosure.tsx';

export type PanelProps = {
  /** The label of the button that opens it. */
  label: string;
  /** The button's accessible name, where several have the same label. */
  accessibleName?: string;
  buttonClassName?: string;
  /** From which width on its right edge is that of the button; below it, its left edge is. */
  alignRight?: keyof typeof alignments;
  /** It opens above its button, which is at the end of the page. */
  above?: boolean;
  /** It opens below the row of buttons that it belongs to, which is `relative`. */
  inRow?: boolean;
};

const alignments = {
  always: 'right-0 left-auto',
  sm: 'sm:right-0 sm:left-auto',
  '@2xl': '@2xl:right-0 @2xl:left-auto',
  '@4xl': '@4xl:right-0 @4xl:left-auto',
};

/** A button that opens a panel over the page. */
export function Panel({
  label,
  accessibleName,
  buttonClassName = 'button-quiet',
  alignRight,
  above = false,
  inRow = false,
  keepOpen,
  children,
}: PanelProps & {
  /** The panel contains a reply that the visitor should see. */
  keepOpen?: boolean;
  children: ReactNode;
}) {
  const panel = (
    <Disclosure
      keepOpen={keepOpen}
      summary={
        <summary aria-label={accessibleName} className={`${buttonClassName} list-none`}>
          {label}
        </summary>
      }
    >
      <div
        className={`panel ${above ? 'top-auto bottom-full mb-2' : ''} ${alignRight ? alignments[alignRight] : ''}`}
      >
        {children}
      </div>
    </Disclosure>
  );
  return inRow ? panel : <div className="relative flex">{panel}</div>;
}
