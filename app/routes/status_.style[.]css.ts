import serif from '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2?url';
import sans from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { statusStyle } from '#app/status/status-style.ts';

/** The style sheet of the status page, with the site's fonts. */
export const loader = () =>
  new Response(statusStyle({ sans, serif }), {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=300',
    },
  });
