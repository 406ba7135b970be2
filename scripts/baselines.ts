/**
 * npm run baselines: takes images of the main screens. tests/long/baselines.test.ts compares later screens with these images.
 */
process.env.WRITE_BASELINES = '1';
process.argv.push('tests/long/baselines.test.ts');
await import('./test.ts');

export {};
