/** Every request writes one index less. */
export const requestLogAge = 'DROP INDEX request_log_age;';
