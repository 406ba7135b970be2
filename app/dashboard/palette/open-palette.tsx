import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { Icon } from '#app/components/icons.tsx';
import { paths } from '#app/paths.ts';

/**
 * The button of the search, which Ctrl+K opens too. The search's script is loaded on first use. Without JavaScript there is
 * no button: the sidebar has the screens, and each list has a search.
 */
export function OpenPalette() {
  const [isOpen, setOpen] = useState(false);
  const [Palette, setPalette] = useState<ComponentType<{ close: () => void }> | null>(null);
  const close = useCallback(() => setOpen(false), []);

  const open = useCallback(() => {
    setOpen(true);
    import('./palette.tsx').then(
      (loaded) => setPalette(() => loaded.Palette),
      // If the script cannot be loaded, a server page can at least search the documentation.
      () => window.location.assign(paths.docsSearch),
    );
  }, []);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);

  return (
    <>
      <button
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="flex min-h-8 min-w-8 cursor-pointer items-center justify-center gap-2 rounded-md border border-control px-1.5 text-xs text-faint hover:text-ink noscript:hidden lg:px-2"
        onClick={open}
        type="button"
      >
        <Icon name="search" />
        <span className="sr-only lg:not-sr-only">Search</span>
        <span aria-hidden="true" className="hidden font-mono lg:inline">
          Ctrl K
        </span>
      </button>
      {isOpen && Palette ? <Palette close={close} /> : null}
    </>
  );
}
