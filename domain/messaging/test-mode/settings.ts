import { count, defineSettings } from '#platform/settings.ts';

export const testModeSettings = defineSettings({
  TEST_MESSAGES_PER_DAY: count.default(1_000),
});
