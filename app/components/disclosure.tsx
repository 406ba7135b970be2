import { useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './icons.tsx';

type DisclosureProps = {
  summary: ReactNode;
  /** Whether the panel opens, or stays open, because it contains a reply that the visitor should see. */
  keepOpen?: boolean;
  /** Called when the panel has opened, and at first if the panel is open. */
  onOpen?: (details: HTMLDetailsElement) => void;
  className?: string;
  children: ReactNode;
};

/**
 * A panel that opens on a click, with or without JavaScript. With JavaScript, the panel closes on Escape, on
 * a click elsewhere and on navigation.
 */
export function Disclosure({
  summary,
  keepOpen = false,
  onOpen,
  className,
  children,
}: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  const settled = useRef({ key, keepOpen });

  useEffect(() => {
    const before = settled.current;
    // Changes nothing at first, because the visitor may have opened or closed the panel before hydration.
    if (before.key === key && before.keepOpen === keepOpen) return;
    settled.current = { key, keepOpen };
    if (details.current) details.current.open = keepOpen;
  }, [key, keepOpen]);

  useEffect(() => {
    const close = (event: Event) => {
      const { current } = details;
      if (!current?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        current.querySelector('summary')?.focus();
      } else if (current.contains(event.target as Node)) return;
      current.open = false;
    };
    document.addEventListener('keydown', close);
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, []);

  useEffect(() => {
    const { current } = details;
    if (!current || !onOpen) return;
    const tell = () => {
      if (current.open) onOpen(current);
    };
    tell();
    current.addEventListener('toggle', tell);
    return () => current.removeEventListener('toggle', tell);
  }, [onOpen]);

  return (
    <details className={className} open={keepOpen} ref={details}>
      {summary}
      {children}
    </details>
  );
}

type MenuProps = {
  /** The classes of the button. */
  buttonClassName: string;
  className: string;
  children: ReactNode;
};

/** A menu behind a button on narrow screens. The menu closes like any `Disclosure`. */
export function Menu({ buttonClassName, className, children }: MenuProps) {
  return (
    <Disclosure
      className={`group/menu ${className}`}
      summary={
        <summary
          className={`flex size-10 cursor-pointer list-none items-center justify-center rounded-md ${buttonClassName}`}
        >
          <span className="sr-only">Menu</span>
          <span className="group-open/menu:hidden">
            <Icon name="menu" />
          </span>
          <span className="hidden group-open/menu:block">
            <Icon name="close" />
          </span>
        </summary>
      }
    >
      {children}
    </Disclosure>
  );
}

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
