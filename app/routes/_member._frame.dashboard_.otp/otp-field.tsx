import { maxPastedLength, otpDigits } from '#app/console/digits.ts';
import type { Console } from '#app/console/use-console.ts';
import { FieldErrors } from '#app/forms/field.tsx';

/** Where the code is typed that came to the phone. */
export function OtpField({ console }: { console: Console }) {
  const { typed, set, errors } = console;
  return (
    <div className="grid gap-1.5">
      <label className="text-sm font-medium" htmlFor="otp">
        OTP
      </label>
      <input
        aria-describedby={errors.otp ? 'otp-error' : 'otp-hint'}
        aria-invalid={errors.otp ? true : undefined}
        autoComplete="one-time-code"
        className="input max-w-40 font-mono tracking-widest"
        id="otp"
        inputMode="numeric"
        maxLength={maxPastedLength}
        name="otp"
        onChange={({ target }) => set({ otp: otpDigits(target.value) })}
        type="text"
        value={typed.otp}
      />
      {errors.otp ? null : (
        <p className="text-xs text-faint" id="otp-hint">
          Six digits, valid for five minutes.
        </p>
      )}
      <FieldErrors errors={errors.otp ? [errors.otp] : undefined} id="otp-error" />
    </div>
  );
}
