import type { MetaFunction } from '@remix-run/node';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.ts';
import { getScreen } from './screens.ts';

/** The `meta` of a screen's route, with the heading as the page's title. */
export const screenMeta =
  (id: ScreenId): MetaFunction =>
  () =>
    noIndexMeta(getScreen(id).title);
