import { runBench } from '../bench/main.ts';

runBench();
