import { useEffect, useMemo } from 'react';
import { useShowToast } from '#app/components/toasts.tsx';
import { useHydrated } from '#app/components/use-hydrated.ts';
import { FieldErrors } from '#app/forms/field.tsx';
import { countries, countryRevertMs, indiaCountryCode, serviceLimited } from './countries.ts';
import { maxPhone, phoneDigits } from './digits.ts';
import { drawsFlags } from './draws-flags.ts';
import type { Console } from './use-console.ts';

type RecipientProps = {
  console: Console;
  /** A code is on its way to this number, so it stays as it is. */
  fixed?: boolean;
};

/** Who is sent to: the country, of which there is one so far, and the number. */
export function RecipientFields({ console, fixed = false }: RecipientProps) {
  const { typed, set, faults } = console;
  const showToast = useShowToast();
  const hydrated = useHydrated();
  const hasFlags = useMemo(() => hydrated && drawsFlags(), [hydrated]);
  const { country } = typed;

  // In the effect, as another country may have been chosen before the script ran.
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
          aria-describedby={faults.country ? 'country-fault' : undefined}
          aria-invalid={faults.country ? true : undefined}
          className="input"
          id="country"
          name="country"
          onChange={({ target }) => set({ country: target.value })}
          value={country}
        >
          {countries.map(({ code, country: name, flag }) => (
            <option key={code} value={code}>
              {/* What does not fit is cut off at the end. */}
              {hasFlags ? `${code} ${name} ${flag}` : `${code} ${name}`}
            </option>
          ))}
        </select>
        <input
          aria-describedby={faults.phone ? 'phone-fault' : 'phone-hint'}
          aria-invalid={faults.phone ? true : undefined}
          autoComplete="off"
          className="input font-mono read-only:bg-paper read-only:text-faint"
          id="phone"
          inputMode="numeric"
          // A script takes the digits of whatever is pasted; without one only so many fit.
          maxLength={hydrated ? undefined : maxPhone}
          name="phone"
          onChange={({ target }) => set({ phone: phoneDigits(target.value) })}
          readOnly={fixed}
          type="text"
          value={typed.phone}
        />
      </div>
      {faults.phone || faults.country ? null : (
        <p className="text-xs text-faint" id="phone-hint">
          {fixed ? 'The code went to this number.' : 'Ten digits, without the country code.'}
        </p>
      )}
      <FieldErrors faults={faults.country ? [faults.country] : undefined} id="country-fault" />
      <FieldErrors faults={faults.phone ? [faults.phone] : undefined} id="phone-fault" />
    </div>
  );
}
