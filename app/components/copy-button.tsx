import { useEffect, useState } from 'react';
import { useHydrated } from '#app/request-context.ts';
import { Icon } from './icons.tsx';
import { useShowToast } from './toasts.tsx';

/** How long the button shows that the text was copied, in milliseconds. */
const copiedMs = 2_000;

type CopyButtonProps = {
  /** The text, or a function that fetches the text and returns null if it is not available. */
  text: string | (() => Promise<string | null>);
  /** Names the text in the toast and in the button's accessible name. */
  label: string;
  /** The item to which the text belongs, if a page has several items. */
  of?: string;
  /** The toast's title, if it differs from the default. */
  toast?: string;
  /** The toast's second line. */
  message?: string;
  disabled?: boolean;
};

/** Copies a text. Hidden without JavaScript, because copying needs JavaScript. */
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
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      // `navigator.clipboard` is undefined on pages loaded without TLS.
      const value = typeof text === 'string' ? text : await text();
      if (value === null) return;
      await navigator.clipboard.writeText(value);
      setCopied(true);
      showToast({ type: 'success', title: toast, message });
    } catch {
      showToast({
        type: 'error',
        title: `${label} was not copied`,
        message: 'Your browser does not allow copying. Please select the text yourself.',
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

type CodeBlockProps = { label: string; text: string; html: string };

/** Code with a copy button. Wide lines scroll, so the block must be focusable. */
export function CodeBlock({ label, text, html }: CodeBlockProps) {
  return (
    <div className="relative">
      <section
        aria-label={label}
        className="overflow-x-auto rounded-md border border-line bg-raised"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus
        tabIndex={0}
      >
        <pre className="p-4 pr-14 font-mono text-xs leading-relaxed">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by the highlighter */}
          <code dangerouslySetInnerHTML={{ __html: html }} />
        </pre>
      </section>
      <div className="copy-corner">
        <CopyButton label="Code" of={label} text={text} />
      </div>
    </div>
  );
}
