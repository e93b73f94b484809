/** One index less to keep with each request. */
export const requestLogAge = 'DROP INDEX request_log_age;';
