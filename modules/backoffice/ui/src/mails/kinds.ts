import { peopleEn } from '../messages/people.en';

/** The kinds of mails: those that have a text. */
export const mailKinds = Object.keys(peopleEn.mailKinds) as (keyof typeof peopleEn.mailKinds)[];
