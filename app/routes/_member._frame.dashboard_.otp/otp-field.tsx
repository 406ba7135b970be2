import { maxPasted, otpDigits } from '#app/console/digits.ts';
import type { Console } from '#app/console/use-console.ts';
import { FieldErrors } from '#app/forms/field.tsx';

/** Where the code is typed that came to the phone. */
export function OtpField({ console }: { console: Console }) {
  const { typed, set, faults } = console;
  return (
    <div className="grid gap-1.5">
      <label className="text-sm font-medium" htmlFor="otp">
        OTP
      </label>
      <input
        aria-describedby={faults.otp ? 'otp-fault' : 'otp-hint'}
        aria-invalid={faults.otp ? true : undefined}
        autoComplete="one-time-code"
        className="input max-w-40 font-mono tracking-widest"
        id="otp"
        inputMode="numeric"
        maxLength={maxPasted}
        name="otp"
        onChange={({ target }) => set({ otp: otpDigits(target.value) })}
        type="text"
        value={typed.otp}
      />
      {faults.otp ? null : (
        <p className="text-xs text-faint" id="otp-hint">
          Six digits, good for five minutes.
        </p>
      )}
      <FieldErrors faults={faults.otp ? [faults.otp] : undefined} id="otp-fault" />
    </div>
  );
}
