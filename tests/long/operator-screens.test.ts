import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { addCarrier } from '#domain/delivery/routing/manage-carriers.ts';
import { writeRoute } from '#domain/delivery/routing/route-rows.ts';
import { query } from '#platform/db.ts';
import { inherited } from '#scripts/environment.ts';
import {
  axeViolationsAtAllWidths,
  findOverflowingWidths,
  launchBrowser,
  openPageAs,
} from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anOperator } from '../support/operator.ts';
import { visit } from '../support/wait-for-idle.ts';

const web = await sharedWeb();

/** SCREENS_DIR=<folder> stores screenshots at four widths, light and dark, for visual review. */
const { SCREENS_DIR: folder } = inherited;

const access = { host: 'smpp.example', port: 2775, systemId: 'acme', password: 'secret' };

/**
 * A million messages over eight days, 87 a minute: per minute and carrier, submits, deliveries in 20 buckets of latency for
 * both lanes, and failures with two codes.
 */
const insertWeek = `
  INSERT INTO delivery_stats (begins_at, carrier, kind, outcome, latency_bucket, code, count)
  SELECT date_trunc('minute', now()) - minute * interval '1 minute', carrier, kind::message_kind, outcome::delivery_outcome, bucket, code, 1
  FROM generate_series(0, 11519) AS minute, unnest(ARRAY['first', 'second']) AS carrier,
    unnest(ARRAY['otp', 'message']) AS kind,
    (SELECT 'delivered' AS outcome, bucket, '' AS code FROM generate_series(20, 39) AS bucket
     UNION ALL VALUES ('submitted', -1, ''), ('undelivered', -1, 'UNDELIV 001'), ('rejected', -1, 'refused with 0x00000058')) AS results
  ON CONFLICT DO NOTHING`;

const insertPrefixes = `
  INSERT INTO delivery_prefix_stats (begins_at, carrier, prefix, outcome, latency_bucket, code, count)
  SELECT date_trunc('minute', now()) - minute * interval '1 minute', 'first', (9000 + prefix)::text, 'delivered', 28, '', 3
  FROM generate_series(0, 119) AS minute, generate_series(1, 60) AS prefix ON CONFLICT DO NOTHING`;

await query('test-week', insertWeek, []);
await query('test-prefixes', insertPrefixes, []);
await query('test-analyze', 'ANALYZE delivery_stats', []);
await addCarrier({ name: 'first', ...access });
await addCarrier({ name: 'second', ...access });
await writeRoute({ name: 'otp', prefixes: ['9198'], carriers: [{ name: 'second' }] });
const { user, visitor } = await anOperator(web.url);

const screens = {
  'operator-now': paths.operator('now'),
  'operator-now-carrier': paths.operator('now', { range: '24h', carrier: 'first' }),
  'operator-now-week': paths.operator('now', { range: '7d' }),
  'operator-carriers': paths.operator('carriers'),
  'operator-carrier': paths.operatorCarrier('first'),
  'operator-unread': paths.operatorUnread('first'),
};

test.each(Object.entries(screens))('the server renders %s within 300 ms', async (_, path) => {
  const times: number[] = [];
  for (let i = 0; i < 7; i++) {
    const began = performance.now();
    expect((await visitor.get(path)).status).toBe(200);
    times.push(performance.now() - began);
  }
  const best = Math.min(...times);
  process.stdout.write(`${path}: ${times.map((ms) => Math.round(ms)).join(' ')} ms\n`);
  expect(best).toBeLessThan(300);
});

test('no page of the console has axe violations or scrolls sideways', async () => {
  const page = await openPageAs(user, await launchBrowser(), web.url);
  for (const [name, path] of Object.entries(screens)) {
    await visit(page, path);
    expect([name, await axeViolationsAtAllWidths(page)]).toEqual([name, []]);
    expect([name, await findOverflowingWidths(page, [360, 768, 1280, 1600])]).toEqual([name, []]);
    if (!folder) continue;
    mkdirSync(folder, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [360, 768, 1280, 1600]) {
        await page.setViewportSize({ width, height: 900 });
        const file = join(folder, `${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: true, animations: 'disabled' });
      }
    }
  }
}, 300_000);
