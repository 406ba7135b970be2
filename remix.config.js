/**
 * The options of the Remix compiler. `vite.config.ts` passes this object to the Remix plugin.
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ignoredRouteFiles: ['**/*.test.{ts,tsx}'],
  future: {
    v3_fetcherPersist: true,
    // If this were on, each page would match the routes of every parent path: a single address of 14 kB blocked a web for
    // 15 s. All routes together are 2 kB, and are loaded once.
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
