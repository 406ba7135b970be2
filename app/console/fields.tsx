import type { InputHTMLAttributes, ReactNode } from 'react';
import { useEffect } from 'react';
import { TextLink } from '#app/components/links.tsx';
import { useShowToast } from '#app/components/toasts.tsx';
import { FieldErrors, Labelled } from '#app/forms/field.tsx';
import { paths } from '#app/paths.ts';
import { useHydrated } from '#app/request-context.ts';
import { foldDigits, nationalDigits } from '#domain/sms/digits.browser.ts';
import {
  type CodeShape,
  countries,
  countryRevertMs,
  type FieldName,
  indiaCountryCode,
  serviceLimited,
} from './contract.ts';
import type { Console } from './use-console.ts';

type ConsoleFieldProps = {
  console: Console;
  name: FieldName;
  label: string;
  hint?: ReactNode;
  /** @param input the attributes of the input: its name, and the ids of its label, error and hint */
  children: (input: InputAttributes) => ReactNode;
};

type InputAttributes = Pick<
  InputHTMLAttributes<HTMLElement>,
  'id' | 'name' | 'aria-describedby' | 'aria-invalid'
>;

export function ConsoleField({ console, name, label, hint, children }: ConsoleFieldProps) {
  const error = console.errors[name];
  const describedBy = error ? `${name}-error` : hint === undefined ? undefined : `${name}-hint`;
  return (
    <Labelled errors={error ? [error] : undefined} hint={hint} id={name} label={label}>
      {children({
        ...{ id: name, name },
        'aria-describedby': describedBy,
        'aria-invalid': error ? true : undefined,
      })}
    </Labelled>
  );
}

type RecipientProps = {
  console: Console;
  /** Whether the fields are read-only, because a code sent to this number is being verified. */
  fixed?: boolean;
};

/** The recipient: the country code and the phone number. */
export function RecipientFields({ console, fixed = false }: RecipientProps) {
  const { typed, set, errors } = console;
  const showToast = useShowToast();
  const hydrated = useHydrated();
  const { country } = typed;

  // This is an effect, because another country may have been selected before hydration, when no event handler ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions do the same every time
  useEffect(() => {
    if (country === indiaCountryCode) return;
    showToast(serviceLimited);
    const timer = setTimeout(() => set({ country: indiaCountryCode }), countryRevertMs);
    return () => clearTimeout(timer);
  }, [country]);

  return (
    <div className="grid gap-1.5">
      <div className="grid grid-cols-2 gap-x-3 gap-y-1.5">
        <label className="text-sm font-medium" htmlFor="country">
          Country code
        </label>
        <label className="text-sm font-medium" htmlFor="phone">
          Phone number
        </label>
        <select
          aria-describedby={errors.country ? 'country-error' : undefined}
          aria-invalid={errors.country ? true : undefined}
          className="input country-flags"
          id="country"
          name="country"
          onChange={({ target }) => set({ country: target.value })}
          value={country}
        >
          {countries.map(({ code, country: name }) => (
            <option key={code} value={code}>
              {`${code} ${name}`}
            </option>
          ))}
        </select>
        <input
          aria-describedby={errors.phone ? 'phone-error' : 'phone-hint'}
          aria-invalid={errors.phone ? true : undefined}
          autoComplete="off"
          className="input font-mono read-only:bg-paper read-only:text-faint"
          id="phone"
          inputMode="numeric"
          // A script extracts the digits of a pasted number. Without JavaScript, the server extracts them, so the input
          // must be long enough for a prefix.
          maxLength={hydrated ? undefined : maxPastedLength}
          name="phone"
          onChange={({ target }) => set({ phone: nationalDigits(target.value) })}
          readOnly={fixed}
          type="text"
          value={typed.phone}
        />
      </div>
      {errors.phone || errors.country ? null : (
        <p className="text-xs text-faint" id="phone-hint">
          {fixed
            ? 'The code went to this number.'
            : 'Ten digits, without the country code. Only India (+91) is supported for now.'}
        </p>
      )}
      <FieldErrors errors={errors.country ? [errors.country] : undefined} id="country-error" />
      <FieldErrors errors={errors.phone ? [errors.phone] : undefined} id="phone-error" />
    </div>
  );
}

/** Maximum length of a pasted code or number. Browsers cut longer text before the script can extract its digits. */
export const maxPastedLength = 40;

/** Keeps the characters of a code, and drops spaces, dashes and other characters of pasted text. */
export function codeCharacters(typed: string, { length, letters }: CodeShape): string {
  const others = letters ? /[^0-9A-Z]/g : /\D/g;
  return foldDigits(typed).toUpperCase().replaceAll(others, '').slice(0, length);
}

type SendButtonProps = {
  children: string;
  sending: boolean;
  intent?: string;
  quiet?: boolean;
};

/** The submit button of a console's form, which looks disabled during a submit. */
export function SendButton({ children, sending, intent, quiet = false }: SendButtonProps) {
  return (
    <button
      aria-disabled={sending}
      className={quiet ? 'button-quiet' : 'button-primary'}
      name={intent ? 'intent' : undefined}
      type="submit"
      value={intent}
    >
      {children}
    </button>
  );
}

type ModeNoteProps = {
  livemode: boolean;
  /** A text for consoles that send codes. In test mode, it replaces the text about messages. */
  children?: ReactNode;
};

/** The line below the button of a console: the mode, and its effect on sending. */
export const ModeNote = ({ livemode, children }: ModeNoteProps) =>
  livemode ? (
    <p className="text-xs text-faint">
      <strong className="font-medium">Live mode</strong>: the phone gets the SMS, and it counts
      against your plan.
    </p>
  ) : (
    <p className="text-xs text-faint">
      Test mode: no phone gets the SMS.{' '}
      {children ?? (
        <>
          <TextLink to={`${paths.ownDocsSection('test-mode')}#test-failures`}>
            Magic numbers
          </TextLink>{' '}
          decide the result; with all other numbers, the result is “delivered”.
        </>
      )}
    </p>
  );
