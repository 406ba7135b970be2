/** The password of all test accounts. */
export const password = 'correct horse';
