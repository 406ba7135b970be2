import type { ReactNode } from 'react';
import { Disclosure } from './disclosure.tsx';

export type PanelProps = {
  label: string;
  /** The button's accessible name, if several buttons have the same label. */
  accessibleName?: string;
  buttonClassName?: string;
  /** From this width on, the right edges of panel and button are aligned; below it, the left edges. */
  alignRight?: keyof typeof alignments;
  /** Whether the panel opens above its button, because the button is at the end of the page. */
  above?: boolean;
  /** Whether the panel opens below the whole row of buttons. The row must be `relative`. */
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
  /** Whether the panel opens, or stays open, because it contains a reply that the visitor should see. */
  keepOpen?: boolean;
  children: ReactNode;
}) {
  const panel = (
    <Disclosure
      keepOpen={keepOpen}
      onOpen={bringIntoView}
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

/**
 * Moves an open panel above its button if it would extend below the window, and scrolls to the panel if it fits on neither
 * side.
 */
function bringIntoView(details: HTMLDetailsElement): void {
  const panel = details.lastElementChild;
  const button = details.firstElementChild;
  if (!panel || !button) return;
  panel.removeAttribute('data-above');
  const { bottom, height } = panel.getBoundingClientRect();
  const roomAbove = button.getBoundingClientRect().top;
  panel.toggleAttribute('data-above', bottom > window.innerHeight && roomAbove > height);
  panel.scrollIntoView({ block: 'nearest' });
}
