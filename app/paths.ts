/** Every address that the pages link to. */
export const paths = {
  home: '/',
  docs: '/docs',
  openapi: '/api/v1/openapi.json',
};
