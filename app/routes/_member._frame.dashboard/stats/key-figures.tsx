import type { AccountStats } from '#domain/messaging/stats/contract.ts';
import { formatCount, formatShare } from '#domain/shared/format-number.browser.ts';
import { formatApproxDuration } from './format.ts';

/** Four key figures of the last 30 days. */
export function KeyFigures({ stats: { total, medianMs } }: { stats: AccountStats }) {
  const { accepted, delivered, failed, otpSent, otpVerified } = total;
  const ended = delivered + failed;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-5 px-5 pt-4 pb-5 @2xl:grid-cols-4">
      <Rate name="Messages accepted" value={formatCount(accepted)}>
        {accepted > ended ? `${formatCount(accepted - ended)} in progress` : 'none in progress'}
      </Rate>
      <Rate name="Delivery rate" value={formatShare(delivered, ended)}>
        {ended > 0 ? `${formatCount(delivered)} of ${formatCount(ended)}` : 'no final results yet'}
      </Rate>
      <Rate
        name="Median time to delivery"
        value={medianMs === null ? '–' : formatApproxDuration(medianMs)}
      >
        {medianMs === null ? 'none delivered yet' : 'from acceptance to delivery receipt'}
      </Rate>
      <Rate name="OTP verification rate" value={formatShare(otpVerified, otpSent)}>
        {otpSent > 0
          ? `${formatCount(otpVerified)} of ${formatCount(otpSent)} verified`
          : 'no OTPs sent'}
      </Rate>
    </dl>
  );
}

function Rate({ name, value, children }: { name: string; value: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-faint">{name}</dt>
      <dd>
        <span className="block text-lg font-semibold tracking-tight tabular-nums">{value}</span>
        <span className="block text-xs break-words text-faint tabular-nums">{children}</span>
      </dd>
    </div>
  );
}
