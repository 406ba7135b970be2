/**
 * The options of the Remix compiler. `vite.config.ts` hands this object to the
 * Remix plugin, so that there is one place to look.
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ignoredRouteFiles: ['**/*.test.{ts,tsx}'],
  future: {
    v3_fetcherPersist: true,
    // With it each page looks for the routes above its own, one for each slash of its path: a single address of
    // 14 kB held a web for 15 s. All routes together are 2 kB, asked for once.
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
