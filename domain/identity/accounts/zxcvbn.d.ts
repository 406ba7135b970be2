/**
 * Files of zxcvbn's packages. The packages export these files only together with all word lists, which take ten times as
 * long to load.
 */
declare module '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs' {
  import type { adjacencyGraphs } from '@zxcvbn-ts/language-common';

  const graphs: typeof adjacencyGraphs;
  export default graphs;
}
declare module '@zxcvbn-ts/language-en/dist/translations.mjs' {
  import type { translations } from '@zxcvbn-ts/language-en';

  const texts: typeof translations;
  export default texts;
}
declare module '*.json.mjs' {
  const words: string[];
  export default words;
}
