import { accented, capital, type Random, unaccented } from './tokens.ts';

/** The difference between two families: the memories of one are facts, those of the other are messages of one run. */
export interface Kind {
  name: string;
  /** `{}` stands for the token. */
  fact: string;
  message: string;
  /** Questions with the token in them. */
  questions: readonly [string, string];
  make(random: Random): string;
  /** The part of the token in which a family differs, by one character. @default all of it */
  varied?: RegExp;
  /** Other spellings of the token, each for another memory. */
  spellings: readonly ((token: string) => string)[];
}

export const kinds: readonly Kind[] = [
  {
    name: 'ticket',
    fact: 'The customer behind {} wrote again: the pump hums at night, the display stays dark after a restart, and a technician should come on a weekday before noon.',
    message:
      'I went through the queue and answered {} with the usual text about the firmware, the photos and the invoice they should send us.',
    questions: ['What did the customer of {} write?', 'Who has answered {} and what did they say?'],
    make: ({ letters, digits }) => `${letters(2)}-${digits(4)}-${letters(1)}`.toUpperCase(),
    spellings: [
      (token) => token.toLowerCase().replaceAll('-', ''),
      (token) => `#${token}`,
      (token) => `\`${token.replaceAll('-', '_')}\``,
      (token) => token.toLowerCase().replaceAll('-', ' '),
    ],
  },
  {
    name: 'error',
    fact: 'When the importer stops with {}, the supplier has sent a file in the wrong encoding: convert it, upload it again and tell the warehouse that the stock is late.',
    message: 'The nightly job died with {} again, I restarted it by hand and wrote to the people of the data centre.',
    questions: ['What do I do when the importer reports {}?', 'Why did it stop with {} in the night?'],
    varied: /\d+/,
    make: ({ pick, digits }) => `E_${pick('CONN,LOCK,DISK,AUTH,SYNC')}_${digits(5)}`,
    spellings: [
      (token) => token.toLowerCase(),
      (token) => `"${token}"`,
      (token) => token.replaceAll('_', '-'),
      (token) => token.replaceAll('_', ''),
    ],
  },
  {
    name: 'column',
    fact: 'The column {} is filled by a trigger, nobody may write it by hand, and the monthly report of the accountants reads it on the second working day.',
    message:
      'We agreed to keep {} for one more release, then the view takes over and the old reports are switched off.',
    questions: ['Which report reads {} and when?', 'How long do we keep {} in the schema?'],
    make: ({ word }) => `${word()}_${word()}`,
    spellings: [
      (token) => token.toUpperCase(),
      (token) => token.replace('_', '-'),
      (token) => token.replace('_', ''),
      (token) => `\`${token}\``,
    ],
  },
  {
    name: 'function',
    fact: 'The function {} is called twice for every order, holds a lock while it waits for the tax service, and must be split before the campaign in spring.',
    message:
      'My review of {} is done: the names are fine now, the tests are slow, and the comment at the end is out of date.',
    questions: ['What is wrong with {} at the moment?', 'Is the review of {} finished?'],
    varied: /[A-Z].*/,
    make: ({ word, pick }) => `${pick('get,load,make,send')}${capital(word())}${capital(word())}`,
    spellings: [
      (token) => token.toLowerCase(),
      (token) => token.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      (token) => `\`${token}()\``,
      (token) => token.toUpperCase(),
    ],
  },
  {
    name: 'path',
    fact: 'The settings of the mail gateway are read from {}, which the deployment overwrites, so that a change by hand is gone after the next release.',
    message: 'I found the leak, it is in {}, somebody opens a handle for every row and closes none of them.',
    questions: ['What is read from {} at the start?', 'What did you find in {} yesterday?'],
    varied: /\w+\/\w+\/\w+(?=\.)/,
    make: ({ word, pick }) => `src/${word()}/${pick('api,jobs,views')}/${word()}.ts`,
    spellings: [
      (token) => `./${token}`,
      (token) => token.replaceAll('/', '\\'),
      (token) => token.slice(token.indexOf('/') + 1),
      (token) => `${token}:42`,
    ],
  },
  {
    name: 'version',
    fact: 'Release {} brought the new export and the dark theme, broke the printing of labels for three days, and was the last one that ran on the old machines.',
    message: 'On my laptop {} starts fine, only the tray icon is missing and the fan is louder than it should be.',
    questions: ['What did we break with {}?', 'Does {} start on your laptop?'],
    varied: /\d.*/,
    make: ({ digits }) => `v${digits(1)}.${digits(2)}.${digits(1)}`,
    spellings: [
      (token) => token.slice(1),
      (token) => token.toUpperCase(),
      (token) => `"${token.slice(1)}"`,
      (token) => `\`${token}\``,
    ],
  },
  {
    name: 'address',
    fact: 'The controller answers at {} when the bus is idle, takes two seconds to wake up, and has to be read twice because the first value is always old.',
    message: 'The dump ends at {} every time, right after the second allocation, with the same three frames above it.',
    questions: ['Which device is at {} on the bus?', 'Where does the dump with {} end?'],
    varied: /\w{8}$/,
    make: ({ hex }) => `0x${hex(8)}`,
    spellings: [
      (token) => token.slice(2),
      (token) => token.toUpperCase(),
      (token) => `\`${token}\``,
      (token) => token.slice(2).toUpperCase(),
    ],
  },
  {
    name: 'uuid',
    fact: 'The tenant {} pays by bank transfer at the end of the quarter, gets no reminders, and wants every invoice as a paper copy as well.',
    message: 'Please look at the session {}, it was open for nine hours and nobody clicked anything in it.',
    questions: ['How does the tenant {} pay?', 'How long was the session {} open?'],
    varied: /^\w{7}/,
    make: ({ hex }) => [hex(8), hex(4), hex(4), hex(4), hex(12)].join('-'),
    spellings: [
      (token) => token.toUpperCase(),
      (token) => token.replaceAll('-', ''),
      (token) => `{${token}}`,
      (token) => token.slice(0, 8),
    ],
  },
  {
    name: 'e-mail',
    fact: 'Offers for the roof go to {}, who collects them until the end of the month and brings them to the meeting of the owners.',
    message: 'The course is full, but I put {} on the waiting list and promised an answer before the weekend.',
    questions: ['What do we send to {} this month?', 'Is {} on the waiting list?'],
    varied: /\w+(?=@)/,
    make: ({ word, pick }) => `${pick('a,b,e,k,m,t')}.${word()}@${pick('fjord,birch,meadow')}.example`,
    spellings: [
      (token) => token.toUpperCase(),
      (token) => `<${token}>`,
      (token) => token.slice(0, token.indexOf('@') + 1),
      (token) => `mailto:${token}`,
    ],
  },
  {
    name: 'url',
    fact: 'How the boiler is vented is described at {}, with photos of every valve and a table of the pressures for the older models.',
    message: 'Have you seen {} already, it has the recipe with the quinces that I told you about on the train.',
    questions: ['What is described at {} in detail?', 'What recipe is at {} then?'],
    make: ({ letters, digits, pick }) =>
      `https://wiki.example.org/${pick('notes,howto,pages')}/${letters(3)}${digits(3)}`,
    spellings: [
      (token) => token.slice('https://'.length),
      (token) => `${token}/`,
      (token) => token.slice(token.lastIndexOf('/') + 1),
      (token) => token.replace('https', 'http'),
    ],
  },
  {
    name: 'commit',
    fact: 'The slow start began with {}, which reads the whole catalogue before the first request, and went away when that commit was taken back.',
    message: 'I bisected the flicker down to {} this morning, it only touches the timer and a comment in the header.',
    questions: ['What began with {} and how did it end?', 'What did you bisect down to {} this morning?'],
    varied: /^\w{7}/,
    make: ({ hex }) => hex(40),
    spellings: [
      (token) => token.slice(0, 7),
      (token) => token.slice(0, 8),
      (token) => token.slice(0, 12),
      (token) => token.slice(0, 10).toUpperCase(),
    ],
  },
  {
    name: 'number',
    fact: 'The crate with the number {} stands in the second aisle on the left, is sealed with blue tape, and may be opened only when two people are there.',
    message: 'The parcel {} has been at the customs office since Tuesday, they want the bill and a signature from us.',
    questions: ['Where does the crate {} stand?', 'Since when has {} been at the customs office?'],
    make: ({ digits }) => digits(8),
    spellings: [
      (token) => `#${token}`,
      (token) => `no. ${token}`,
      (token) => `"${token}"`,
      (token) => `${token.slice(0, 2)}-${token.slice(2, 5)}-${token.slice(5)}`,
    ],
  },
  {
    name: 'accented',
    fact: 'The cabin {} sleeps four people, has water from the stream only, and the key hangs behind the third beam of the shed.',
    message: 'We took the boat to {} and stayed until the rain came, the coffee there was the best of the whole trip.',
    questions: ['How many people sleep in {} at most?', 'How was the coffee at {} in the rain?'],
    make: ({ word, digits }) => `${accented(word())}-${accented(word())}-${digits(1)}`,
    spellings: [
      (token) => unaccented(token),
      (token) => unaccented(token).toUpperCase(),
      (token) => token.replaceAll('-', '_'),
      (token) => unaccented(token).replaceAll('-', ''),
    ],
  },
];

const asWord: Pick<Kind, 'make' | 'spellings'> = {
  make: ({ word }) => capital(word() + word()),
  spellings: [
    (token) => token.toLowerCase(),
    (token) => token.toUpperCase(),
    (token) => `"${token}"`,
    (token) => `\`${token.toLowerCase()}\``,
  ],
};

/** Kinds whose token is a made-up word. */
export const wordKinds: readonly Kind[] = [
  {
    name: 'machine',
    fact: 'The old machine in the cellar is called {} by everybody here, needs oil twice a year, and must never be moved while the belt is warm.',
    message: 'My neighbour planted {} along the fence, it grows as high as a man and the bees are mad about it.',
    questions: ['How often does {} need oil?', 'Who has planted {} along the fence?'],
    ...asWord,
  },
  {
    name: 'dish',
    fact: 'For guests we cook {} with white beans, start in the morning because it has to rest, and put the salt in only when the pot is off the fire.',
    message:
      'My grandmother swears by {} against a cold, I tried it once and slept for eleven hours with the window open.',
    questions: ['When do we put the salt into the {}?', 'What does your grandmother use {} for?'],
    ...asWord,
  },
  {
    name: 'village',
    fact: 'The bus to {} leaves twice a day behind the station, takes the long way round the lake, and does not run when the pass is closed.',
    message: 'The people in {} have bought the school and make a library of it, I promised them our old shelves.',
    questions: ['When is there a bus to {} from here?', 'What have they bought in {} last year?'],
    ...asWord,
  },
  {
    name: 'client',
    fact: 'The contract with {} ends in the autumn, they want a discount of a tenth for two years, and their lawyer answers letters only.',
    message:
      'I had {} on the phone for an hour, they like the drawings, hate the colour and ask for a sample of the cloth.',
    questions: ['When does the contract with {} end?', 'What did you hear from {} on the phone?'],
    ...asWord,
  },
];
