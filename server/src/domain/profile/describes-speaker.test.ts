import { describe, expect, it } from 'vitest';
import { describesSpeaker } from './is-preference.ts';

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
