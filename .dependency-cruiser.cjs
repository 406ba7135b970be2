/**
 * The import rules of docs/architecture.md. tests/architecture/import-rules.test.ts shows that each of them finds a
 * violation.
 */

/** Matches the files of npm packages, wherever npm has installed them. */
const npm = (...names) => `(^|/)node_modules/(${names.join('|')})/`;

const tests = '^tests/|\\.test(-support)?\\.tsx?$';

/** The groups of domain: each may import the earlier ones. */
const names =
  'shared audit sms notifications webhooks identity billing dlt messaging delivery status'.split(
    ' ',
  );
const inGroups = (wanted) => `^domain/(${wanted.join('|')})/`;

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const layers = [
  {
    name: 'no-cycles',
    comment: 'Merge modules that need each other, or move their common part into a third module.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'domain-knows-no-host',
    comment: 'app and worker use domain, which must not import them.',
    from: { path: '^domain/' },
    to: { path: '^(app|worker|server)/|^server\\.ts$' },
  },
  {
    name: 'platform-knows-no-product',
    comment: 'Another product could use platform with its own product.ts.',
    from: { path: '^platform/' },
    to: { path: '^(app|domain|worker|server)/|^server\\.ts$' },
  },
  {
    name: 'hosts-apart',
    comment: 'app and worker are separate processes, which share only domain.',
    from: { path: '^(app|worker)/' },
    to: { path: '^(app|worker|server)/|^server\\.ts$', pathNot: '^$1/' },
  },
  {
    name: 'sandbox-over-the-wire',
    comment: 'The sandbox is reached like the real carrier, over a socket.',
    from: { pathNot: `^sandbox/|${tests}` },
    // A script starts the sandbox with these.
    to: { path: '^sandbox/', pathNot: '^sandbox/settings\\.ts$' },
  },
  {
    name: 'bench-apart',
    comment: 'The product must not import its benches.',
    from: { pathNot: `^(bench|trials)/|^scripts/(bench|soak)\\.ts$|${tests}` },
    to: { path: '^bench/' },
  },
  {
    name: 'trials-apart',
    comment: 'The product must not import its trials.',
    from: { pathNot: `^trials/|^scripts/(chaos|fuzz|rolling)\\.ts$|${tests}` },
    to: { path: '^trials/' },
  },
  {
    name: 'libraries-import-nothing',
    comment:
      'A customer installs a library alone: it imports no product, no package and nothing of Node.',
    from: { path: '^packages/', pathNot: '^packages/cli/' },
    to: { pathNot: '^packages/(?!cli/)' },
  },
  {
    name: 'command-line-on-library',
    comment: 'The command line calls the API only with the library: it imports no product.',
    from: { path: '^packages/cli/' },
    to: { path: '^(app|bench|domain|platform|sandbox|scripts|server|tests|trials|worker)/' },
  },
  {
    name: 'libraries-apart',
    comment: 'The product must not import the libraries of its customers.',
    from: { pathNot: `^packages/|${tests}` },
    to: { path: '^packages/' },
  },
  {
    name: 'tools-apart',
    comment: 'Programs in production must not import scripts and tests.',
    from: { path: '^(app|domain|platform|worker|sandbox|server)/|^server\\.ts$', pathNot: tests },
    to: { path: '^(scripts|tests)/' },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const order = [
  {
    name: 'concepts-in-groups',
    comment: 'Each concept of domain belongs to a group.',
    from: {},
    to: { path: '^domain/', pathNot: inGroups(names) },
  },
  ...names.slice(0, -1).map((name, at) => ({
    name: `${name}-stays-below`,
    comment: `Groups before ${names[at + 1]} must not import it: pass in the values that they need.`,
    from: { path: inGroups([name]) },
    to: { path: inGroups(names.slice(at + 1)) },
  })),
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const packages = [
  {
    name: 'react-in-app',
    comment: 'Only app draws screens.',
    from: { pathNot: `^app/|${tests}|node_modules` },
    to: { path: npm('react', 'react-dom', '@remix-run/react') },
  },
  {
    name: 'express-in-server',
    comment: 'Only the server and the sandbox listen for browsers.',
    from: { pathNot: '^server/|^sandbox/|node_modules' },
    to: { path: npm('express', '@types/express', '@remix-run/express') },
  },
  {
    name: 'queues-in-platform',
    comment: 'domain declares jobs, and platform queues them.',
    from: { pathNot: `^(platform|worker|bench|trials)/|${tests}|node_modules` },
    to: { path: npm('bullmq', 'ioredis') },
  },
  {
    name: 'smpp-in-carriers',
    comment: 'The carriers’ protocol stays behind domain/delivery/carriers/contract.ts.',
    from: { pathNot: '^domain/delivery/carriers/|^sandbox/|node_modules' },
    to: { path: npm('smpp') },
  },
  {
    name: 'provider-in-payments',
    comment: 'Only one file calls Razorpay’s SDK and reads its responses.',
    from: { pathNot: '^domain/billing/payments/razorpay|^sandbox/|node_modules' },
    to: { path: npm('razorpay') },
  },
  {
    name: 'metrics-in-platform',
    comment: 'A concept declares its metrics, and only platform/metrics exports them.',
    from: { pathNot: '^platform/metrics/|node_modules' },
    to: { path: npm('prom-client') },
  },
  {
    name: 'mail-in-platform',
    comment: 'domain writes emails; only platform/mailer submits them over SMTP.',
    from: { pathNot: `^platform/|^sandbox/|${tests}|node_modules` },
    to: { path: npm('nodemailer', 'smtp-server', 'postal-mime') },
  },
  {
    name: 'addresses-checked-in-one-place',
    comment: 'Only platform/http/user-address decides which servers users’ addresses may reach.',
    from: { pathNot: '^platform/http/user-address/|node_modules' },
    to: { path: npm('ipaddr\\.js') },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const files = [
  {
    name: 'concepts-by-their-front-door',
    comment: 'A concept may use another’s verbs, contract, jobs and rules, but not its rows.',
    from: { path: '^domain/([^/]+/[^/]+)/' },
    to: { path: '^domain/.+/to-[^/]+\\.ts$', pathNot: '^domain/$1/' },
  },
  {
    name: 'browser-imports-browser',
    comment:
      'A browser may load a file with .browser in its name, and so all files that it imports.',
    from: { path: '^(domain|platform)/.*\\.browser\\.tsx?$' },
    to: {
      path: '^(domain|platform|product\\.ts)',
      pathNot: '\\.browser\\.tsx?$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'screens-import-browser',
    comment:
      'From domain and platform, components may import only files with .browser in their names. Routes import more for their loaders; vite.config.ts checks the imports of their screens.',
    from: { path: '^app/', pathNot: `\\.server\\.tsx?$|^app/routes/|^app/root\\.tsx$|${tests}` },
    to: {
      path: '^(domain|platform)/|\\.server\\.tsx?$',
      pathNot: '\\.browser\\.tsx?$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'browser-runs-without-node',
    comment: 'A file that a browser may load must not need Node.',
    from: {
      path: '^app/|\\.browser\\.tsx?$',
      // Programs that readers paste are only texts here.
      pathNot: `\\.server\\.tsx?$|^app/routes/|^app/samples/programs/|${tests}`,
    },
    to: { path: '^(node:|crypto$|fs$|net$|stream$)', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'user-addresses-by-one-way',
    comment:
      'Requests to addresses from users go through postToUserAddress, which checks where they lead.',
    from: { pathNot: `^platform/http/user-address/|${tests}` },
    to: {
      path: '^platform/http/user-address/',
      pathNot: '/(post-to-user-address|outbound-error|allowance)\\.ts$',
    },
  },
  {
    name: 'operators-addresses-by-fetch-json',
    comment:
      'fetchJson requests any address, even in the internal network, so it is only for addresses from the operator’s settings.',
    from: { pathNot: `^app/session/providers/|${tests}` },
    to: { path: '^platform/http/fetch-json\\.ts$' },
  },
  {
    name: 'no-barrels',
    comment: 'Import from the file that defines the name.',
    from: {},
    to: { path: '/index\\.tsx?$', pathNot: 'node_modules|^(bench|sandbox|worker)/' },
  },
  {
    name: 'resolvable',
    comment: 'An imported file must exist. Samples import the library as its users install it.',
    from: { pathNot: '^app/samples/programs/' },
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...layers, ...order, ...packages, ...files].map((rule) => ({
    severity: 'error',
    ...rule,
  })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|coverage|prisma/generated|public|\\.data)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
