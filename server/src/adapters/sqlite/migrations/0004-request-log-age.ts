/** Without this index, every request writes one index entry less. */
export const requestLogAge = 'DROP INDEX request_log_age;';
