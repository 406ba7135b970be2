import { layOutSparkline, layOutVolume } from '#app/charts/lay-out.server.ts';
import { hostCookie, readText } from '#app/session/cookies.server.ts';
import { periodOf, type Stats } from '#domain/messaging/stats/contract.ts';
import { addVerdicts, readStats } from '#domain/messaging/stats/read-stats.ts';
import { lastDaysInIndia, startOfDayInIndia } from '#domain/shared/days-in-india.browser.ts';
import { endpointName } from '#domain/webhooks/endpoint-contract.browser.ts';
import { listEndpoints } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { clock } from '#platform/clock.browser.ts';

const ranges = ['24h', '7d', '30d'] as const;

export type Range = (typeof ranges)[number];

/** The period that was chosen last in this browser. */
const cookie = hostCookie('period');

/** How long the browser keeps the choice: half a year, in seconds. */
const maxAge = 180 * 24 * 3_600;

/**
 * Reads the period that Home shows: the one in the URL, otherwise the one that was chosen last in this browser, otherwise 30
 * days.
 *
 * @returns the period, and the headers that store it if it is a new choice. The choice is made by a link, so that it works
 *   without JavaScript and has an address.
 */
export async function readRange(request: Request): Promise<{ range: Range; headers: Headers }> {
  const named = findRange(new URL(request.url).searchParams.get('range'));
  const stored = findRange(await readText(cookie, request));
  const headers = new Headers();
  if (named && named !== stored) {
    headers.set('set-cookie', await cookie.serialize(named, { maxAge }));
  }
  return { range: named ?? stored ?? '30d', headers };
}

const findRange = (text: string | null) => ranges.find((range) => range === text);

/** Loads the figures of a mode's messages in a period and in the previous period, and the reasons of failed messages. */
export async function loadHealth(userId: string, range: Range, livemode: boolean) {
  const now = clock.now();
  const period = periodOf(range, now);
  const stats = await readStats(userId, period, { livemode, splitBy: 'carrier' });
  const { steps, total, before, reasons, parts } = stats;
  return {
    ...{ range, period, steps, total, before },
    reasons: await addVerdicts(reasons.slice(0, 5), namesOf(parts)),
    carriers: parts,
    volume: layOutVolume(steps, period.step),
    trends: {
      delivered: layOutSparkline(
        steps.map(({ delivered, failed }) =>
          delivered + failed === 0 ? null : delivered / (delivered + failed),
        ),
      ),
      latency: layOutSparkline(steps.map(({ delivery }) => delivery.p95)),
      verified: layOutSparkline(
        steps.map(({ otpSent, otpVerified, otpValid }) =>
          otpSent === otpValid ? null : otpVerified / (otpSent - otpValid),
        ),
      ),
    },
  };
}

const namesOf = (carriers: Stats['parts']) => carriers.map(({ value }) => value);

export type Health = Awaited<ReturnType<typeof loadHealth>>;

/**
 * Loads the problems that need attention now: failing endpoints of a mode, and messages that failed since the start of the
 * day in India.
 */
export async function loadAttention(userId: string, livemode: boolean) {
  const now = clock.now();
  const from = startOfDayInIndia(lastDaysInIndia(now, 1)[0] ?? '');
  const today = { from, to: periodOf('24h', now).to, step: 'hour' as const };
  const [endpoints, { total, reasons, parts }] = await Promise.all([
    listEndpoints(userId, livemode),
    readStats(userId, today, { livemode, splitBy: 'carrier' }),
  ]);
  const [reason = null] = await addVerdicts(reasons.slice(0, 1), namesOf(parts));
  return {
    endpoints: endpoints
      .filter(
        ({ enabled, disabledReason, failures }) => (enabled && failures > 0) || disabledReason,
      )
      .map((endpoint) => {
        const { _id, enabled, failingSince } = endpoint;
        return { _id, enabled, failingSince, name: endpointName(endpoint) };
      }),
    today: { from: today.from, to: today.to, failed: total.failed, reason },
  };
}

export type Attention = Awaited<ReturnType<typeof loadAttention>>;
