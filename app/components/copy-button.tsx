import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';
import { useShowToast } from './toasts.tsx';
import { useHydrated } from './use-hydrated.ts';

/** How long the button says that it has copied, in milliseconds. */
const markMs = 2_000;

type CopyButtonProps = {
  /** The text, or what fetches it; null where it is not to be had now. */
  text: string | (() => Promise<string | null>);
  /** What is copied, in the toast and as the button's name. */
  label: string;
  /** Which one, where a page has several. */
  of?: string;
  /** What the toast says, where it is not the usual. */
  toast?: string;
  /** The toast's second line. */
  message?: string;
  disabled?: boolean;
};

/** Copies a text. Without JavaScript, which it takes, it is not there. */
export function CopyButton({
  text,
  label,
  of,
  toast = `${label} copied to clipboard`,
  message,
  disabled = false,
}: CopyButtonProps) {
  const hydrated = useHydrated();
  const showToast = useShowToast();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), markMs);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      // Not there at all on a page that came without TLS.
      const value = typeof text === 'string' ? text : await text();
      if (value === null) return;
      await navigator.clipboard.writeText(value);
      setCopied(true);
      showToast({ type: 'success', title: toast, message });
    } catch {
      showToast({
        type: 'error',
        title: `${label} was not copied`,
        message: 'Your browser does not allow it. Please select the text yourself.',
      });
    }
  }

  return (
    <button
      aria-label={of ? `Copy ${label} of ${of}` : `Copy ${label}`}
      className={`flex size-9 shrink-0 cursor-pointer items-center justify-center rounded-md text-faint enabled:hover:bg-paper enabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-40 ${hydrated ? '' : 'invisible'}`}
      disabled={disabled}
      onClick={copy}
      title={disabled ? undefined : `Copy ${label}`}
      type="button"
    >
      <Icon name={copied ? 'done' : 'copy'} />
    </button>
  );
}
