/**
 * npm run baselines: takes the pictures of the main screens that tests/e2e/baselines.test.ts compares with.
 */
process.env.WRITE_BASELINES = '1';
process.argv.push('tests/e2e/baselines.test.ts');
await import('./test.ts');

export {};
