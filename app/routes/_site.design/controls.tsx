import { CopyButton } from '#app/components/copy-button.tsx';
import { Icon, iconNames } from '#app/components/icon.tsx';
import { useShowToast } from '#app/components/toasts.tsx';

const toasts = ['success', 'error', 'warning', 'info'] as const;

/** Buttons, links, toasts and fields. */
export function Controls() {
  const showToast = useShowToast();
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <div className="flex flex-wrap items-center gap-3">
        <button className="button-primary" type="button">
          Primary
        </button>
        <button aria-disabled="true" className="button-primary" type="button">
          Sending...
        </button>
        <button className="button-quiet" type="button">
          Quiet
        </button>
        <a className="link text-sm" href="#content">
          A link that says where it leads
        </a>
        <CopyButton label="Example" text="dk_wesh3ddgbibzzuci4yww" />
      </div>
      <div className="flex flex-wrap gap-3">
        {toasts.map((type) => (
          <button
            className="button-quiet"
            key={type}
            onClick={() =>
              showToast({ type, title: `A toast: ${type}`, message: 'For 5 seconds.' })
            }
            type="button"
          >
            Toast: {type}
          </button>
        ))}
      </div>
      <div className="grid gap-1.5">
        <label className="text-sm font-medium" htmlFor="design-field">
          A field
        </label>
        <input aria-describedby="design-hint" className="input" id="design-field" name="field" />
        <p className="text-xs text-faint" id="design-hint">
          A hint that helps
        </p>
      </div>
      <div className="grid gap-1.5">
        <label className="text-sm font-medium" htmlFor="design-wrong">
          A field with an error
        </label>
        <input
          aria-describedby="design-error"
          aria-invalid="true"
          className="input"
          defaultValue="half@"
          id="design-wrong"
          name="wrong"
        />
        <p className="text-xs text-bad" id="design-error">
          What is wrong, and how to correct it
        </p>
      </div>
      <p className="flex flex-wrap gap-3 md:col-span-2">
        {iconNames.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </p>
    </div>
  );
}
