/** npm run baselines: draws the main screens again, as tests/e2e/baselines.test.ts then holds them. */
process.env.WRITE_BASELINES = '1';
process.argv.push('tests/e2e/baselines.test.ts');
await import('./test.ts');

export {};
