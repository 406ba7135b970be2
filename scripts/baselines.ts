/** npm run baselines: takes the images of the main screens with which tests/long/baselines.test.ts compares later screens. */
process.env.WRITE_BASELINES = '1';
process.argv.push('tests/long/baselines.test.ts');
await import('./test.ts');

export {};
