import type { en } from './en.ts';

export const de: typeof en = {
  title: 'Anmelden',
  known: {
    title: 'Anmelden',
    lead: 'Hier steht, was sich Ihre Agenten merken.',
    submit: 'Anmelden',
    other: 'Ein Konto anlegen',
  },
  register: {
    title: 'Ein Konto anlegen',
    lead: 'Es kostet nichts, und niemand sonst sieht Ihre Erinnerungen.',
    submit: 'Konto anlegen',
    other: 'Mit einem bestehenden Konto anmelden',
  },
  identifier: 'E-Mail-Adresse oder Telefonnummer',
  password: 'Passwort',
  passwordHint: 'Mindestens 8 Zeichen.',
};
