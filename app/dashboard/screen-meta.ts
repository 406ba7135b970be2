import type { MetaFunction } from '@remix-run/node';
import { privateHead } from '#app/site/private-head.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.ts';
import { screenOf } from './screens.ts';

/** The `meta` of a screen's route: the page is titled as its heading says. */
export const screenMeta =
  (id: ScreenId): MetaFunction =>
  () =>
    privateHead(screenOf(id).title);
