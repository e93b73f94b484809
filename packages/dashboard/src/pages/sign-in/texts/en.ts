export const en = {
  title: 'Sign in',
  known: {
    title: 'Sign in',
    lead: 'See what your agents remember.',
    submit: 'Sign in',
    other: 'Create an account',
  },
  register: {
    title: 'Create an account',
    lead: 'It is free, and your memories are private.',
    submit: 'Create the account',
    other: 'Sign in to an existing account',
  },
  identifier: 'Email address or phone number',
  password: 'Password',
  passwordHint: 'At least 8 characters.',
};
