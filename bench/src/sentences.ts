import { seeded } from './seeded.ts';

const people =
  'Amira,Bruno,Chiara,Daniel,Elif,Farid,Greta,Hugo,Ingrid,Jonas,Keiko,Leila,Marek,Nadia,Oskar,Priya,Quentin,Rosa,Sven,Tomás,Ursula,Viktor,Wanda,Ximena,Yusuf,Zoe'.split(
    ',',
  );
const locations =
  'Lisbon,Kraków,Oslo,Montréal,Bergamo,Utrecht,Leeds,Valencia,Graz,Tallinn,Porto,Ghent,Malmö,Nantes,Bologna,Split'.split(
    ',',
  );
const teams =
  'billing,search,mobile,platform,support,design,data,payments,onboarding,security,research,logistics'.split(',');
const systems =
  'the invoice export,the login page,the nightly backup,the mobile app,the search index,the payment webhook,the report builder,the calendar sync,the image upload,the staging cluster,the price calculator,the audit trail'.split(
    ',',
  );
const faults =
  'a slow query,an expired certificate,a missing index,a race between two workers,a wrong time zone,a full disk,a misspelt setting,a leaking connection,a stale cache,an unescaped file name'.split(
    ',',
  );
const remedies =
  'rolling back the release,adding an index,raising the timeout,restarting the worker,pinning the library,splitting the batch,moving it to the queue,retrying with a pause,renaming the column,clearing the cache'.split(
    ',',
  );
const foods =
  'lentil soup,black coffee,rye bread,mango ice cream,mushroom risotto,green tea,grilled halloumi,blueberry pancakes,spicy ramen,plain yoghurt,roasted chestnuts,lemon cake'.split(
    ',',
  );
const hobbies =
  'climbing,playing the cello,growing tomatoes,repairing old radios,open-water swimming,bird watching,baking,chess,night photography,learning Portuguese,sailing,pottery'.split(
    ',',
  );
const reasons =
  'because the doctor advised it,since the move last year,to save money for a house,because the old one kept breaking,after a long talk with the family,to have more time for the children,because the deadline moved,since the budget was cut,to please an important customer,because nobody else had the time'.split(
    ',',
  );
const days = 'Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday'.split(',');
const tools = 'PostgreSQL,Terraform,Grafana,SvelteKit,RabbitMQ,Kotlin,pnpm,Playwright,Redis,Elixir,Figma,Ansible'.split(
  ',',
);

export interface Sentences {
  /** Writes a sentence that an agent might remember: 8 to 25 words. */
  memory(): string;
  /** Invents a word like a product's name, which hardly ever occurs twice. */
  name(): string;
  /** Writes a question that an agent might ask later. */
  question(): string;
  /** Writes a message of an assistant with exactly this many characters, in numbered paragraphs. */
  longMessage(length: number): string;
}

/** Writes varied sentences, the same ones for the same seed. */
export function createSentences(seed: number): Sentences {
  const random = seeded(seed);
  const one = (list: readonly string[]): string => list[Math.floor(random() * list.length)] as string;
  const number = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1));
  const memories = [
    () => `${one(people)} prefers ${one(foods)} for breakfast and gave up ${one(foods)} ${one(reasons)}.`,
    () => `${one(people)} moved from ${one(locations)} to ${one(locations)} in ${number(2009, 2025)} ${one(reasons)}.`,
    () => `The outage of ${one(systems)} on ${one(days)} came from ${one(faults)} and was solved by ${one(remedies)}.`,
    () =>
      `${one(people)} of the ${one(teams)} team asked for a weekly summary every ${one(days)} at ${number(7, 18)}:${number(10, 59)}, with the numbers of ${one(locations)} first.`,
    () => `We decided to replace ${one(tools)} with ${one(tools)} in ${one(systems)} ${one(reasons)}.`,
    () =>
      `${one(people)} and ${one(people)} have started ${one(hobbies)} together in ${one(locations)}, usually on ${one(days)} evenings.`,
    () =>
      `The limit for ${one(systems)} is ${number(20, 900)} requests a minute; the ${one(teams)} team wants ${number(1_000, 9_000)} before the launch in ${one(locations)}.`,
    () =>
      `Remember that ${one(people)} is allergic to ${one(foods)} and always books an aisle seat when flying to ${one(locations)}.`,
    () =>
      `Ticket ${number(1_000, 99_999)}: ${one(systems)} fails with ${one(faults)} when ${one(people)} uploads more than ${number(2, 80)} files from ${one(locations)}.`,
    () =>
      `${one(people)} reports that version ${number(1, 9)}.${number(0, 30)}.${number(0, 9)} of ${one(tools)} broke ${one(systems)}; ${one(remedies)} helped.`,
    () =>
      `The contract with the customer in ${one(locations)} ends on day ${number(1, 28)} of next quarter, and ${one(people)} has to call before ${one(days)}.`,
    () =>
      `${one(people)} has taken up ${one(hobbies)} and would rather not have meetings on ${one(days)} after ${number(14, 18)}:00 ${one(reasons)}.`,
  ];
  const questions = [
    () => `What does ${one(people)} like to have for breakfast since giving up ${one(foods)}?`,
    () => `Why did ${one(people)} move to ${one(locations)} around ${number(2009, 2025)}?`,
    () => `What caused the outage of ${one(systems)} on ${one(days)}?`,
    () => `Which team wants the numbers of ${one(locations)} every ${one(days)}?`,
    () => `Did we replace ${one(tools)} in ${one(systems)}?`,
    () => `Who goes ${one(hobbies)} with ${one(people)} in ${one(locations)}?`,
    () => `How many requests a minute may ${one(systems)} take before ${number(1_000, 9_000)}?`,
    () => `What must ${one(people)} not eat on a flight to ${one(locations)}?`,
    () => `Which version of ${one(tools)} broke ${one(systems)} for ${one(people)}?`,
    () => `When is ${one(people)} free after ${one(hobbies)} on ${one(days)}?`,
  ];
  const memory = (): string => (memories[Math.floor(random() * memories.length)] as () => string)();
  const syllable = (): string => `${one([...'bdfgklmnprstvz'])}${one([...'aeiou'])}`;
  return {
    name: () => Array.from({ length: 4 }, syllable).join(''),
    memory,
    question: () => (questions[Math.floor(random() * questions.length)] as () => string)(),
    longMessage(length) {
      let text = `Here is what I found about ${one(systems)} and the ${one(teams)} team:`;
      for (let number = 1; text.length < length; number++) text += `\n\n${number}. ${memory()} ${memory()}`;
      return text.slice(0, length);
    },
  };
}
