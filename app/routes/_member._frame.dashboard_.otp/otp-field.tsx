import type { CodeShape } from '#app/console/contract.ts';
import { codeCharacters, maxPastedLength } from '#app/console/digits.ts';
import type { Console } from '#app/console/use-console.ts';
import { FieldErrors } from '#app/forms/field.tsx';
import { lifeText } from '#app/otp-services/life-text.ts';

/** What the console asks for where no service is chosen. */
const withoutService: CodeShape = { length: 6, letters: false, ttlSeconds: 300 };

/** Where the code is typed that came to the phone. */
export function OtpField({ console }: { console: Console }) {
  const { typed, set, errors, service, isTest } = console;
  const shape = service ?? withoutService;
  const { length, letters, ttlSeconds } = shape;
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
        inputMode={letters ? 'text' : 'numeric'}
        maxLength={maxPastedLength}
        name="otp"
        onChange={({ target }) => set({ otp: codeCharacters(target.value, shape) })}
        type="text"
        value={typed.otp}
      />
      {isTest ? (
        <p className="text-xs">
          <span className="stamp text-waiting">test</span> Nothing was sent: a test number of this
          service has its fixed code.
        </p>
      ) : null}
      {errors.otp ? null : (
        <p className="text-xs text-faint" id="otp-hint">
          {length} {letters ? 'capitals or digits' : 'digits'}, valid for {lifeText(ttlSeconds)}.
        </p>
      )}
      <FieldErrors errors={errors.otp ? [errors.otp] : undefined} id="otp-error" />
    </div>
  );
}
