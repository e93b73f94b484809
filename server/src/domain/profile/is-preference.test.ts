import { describe, expect, it } from 'vitest';
import { describesSpeaker, isPreference } from './is-preference.ts';

describe('a preference', () => {
  it.each([
    'Ada prefers tabs',
    'I like short answers',
    'We don’t like meetings before ten',
    'User likes oat milk',
    'Hates being called before nine',
    'Favourite editor: Helix',
    'The user is allergic to peanuts',
    'Always run the linter before a commit',
    'Please never use emojis in commit messages',
    'Ada never eats meat',
    'They always fly with hand luggage',
    'Uses pnpm, not npm',
    'The team uses Linear instead of Jira',
    'The customer wants a refund',
    'Is a vegetarian',
    'Ich mag keine langen Besprechungen',
    'Ada mag Katzen',
    'Trinkt lieber Tee als Kaffee',
    'Immer auf Deutsch antworten',
    'Möchte kurze Antworten',
    'Elle préfère le train',
    'Je n’aime pas les réunions',
    'Toujours répondre en français',
    'Prefiere el té',
    'No le gustan las reuniones largas',
    'Siempre responde en español',
  ])('%s', (statement) => expect(isPreference(statement)).toBe(true));
});

describe('a fact', () => {
  it.each([
    'Tools like Docker are installed on the build machine',
    'The new logo looks like a heron',
    'The cache never expires',
    'The server always listens on port 8787',
    'The post got 12 likes',
    'The dev proxy, which likes port 4010, is off',
    'Never mind the noise in the log',
    'Always happy to help with that',
    'TLS is used between the services',
    'The API does not return 404',
    'Das Magazin erscheint im Mai',
    'The wall is white',
    'Le serveur ne répond jamais',
    'El servidor usa el puerto 8787',
    '会議は九時に始まります',
  ])('%s', (statement) => expect(isPreference(statement)).toBe(false));
});

describe('a lasting statement about the speaker', () => {
  it.each([
    'I prefer tabs.',
    'Yeah, I really love jazz!',
    'Well, my sister is a nurse in Leeds.',
    'I’m allergic to walnuts',
    'I am a carpenter, and the hours are long.',
    'We use pnpm in all our repositories.',
    'I moved to Porto last month.',
    'I have two kids and a dog.',
    'Always answer in German, please.',
    'Call me Max.',
    'I want short answers.',
    'I never eat breakfast.',
    'Ich trinke keinen Kaffee.',
    'Meine Schwester heißt Ida.',
    'Je préfère le train.',
    'Mon frère s’appelle Luc.',
    'Nous utilisons Postgres.',
    'Me gusta el té.',
    'Mi hermana es médica.',
    'No uso Windows.',
  ])('%s', (sentence) => expect(describesSpeaker(sentence)).toBe(true));
});

describe('no lasting statement about the speaker', () => {
  it.each([
    'I like that idea!',
    'I love it.',
    'I love you.',
    'I’m a bit tired.',
    'I am going to the shop.',
    'My train is late.',
    'My parents are coming on Sunday.',
    'I want to buy a boat.',
    'I never said so.',
    'If I prefer tabs, what then.',
    'She told me that Bob prefers spaces.',
    'The build is red again.',
    'You use pnpm.',
    'Never mind, found it.',
    'Sounds good, see you at nine.',
    'Das Boot liegt im Hafen.',
    'Il pleut à Porto.',
    'Hoy llueve en Lisboa.',
  ])('%s', (sentence) => expect(describesSpeaker(sentence)).toBe(false));
});
