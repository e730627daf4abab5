import { UnreadableAnswer } from "#lib/contract/answer.ts";
import {
  curpOf,
  type LookupEnd,
  type PeopleOutcome,
  peopleOutcome,
  personName,
  readPeople,
  registeredName,
  standingError,
} from "#lib/contract/people/person.ts";
import { storableText } from "#lib/contract/text.ts";
import type { Instant } from "#lib/contract/time.ts";

/** The newest answer about a verification's people, and how the last lookup of each ended that an event told. */
export type PeopleAnswer = {
  verification_id: string;
  read_at: Instant;
  /** Since when the answer has been the same. */
  since: Instant;
  body: string;
  lookups: (LookupEnd & { people_id: number })[];
};

export type PersonRow = {
  verification_id: string;
  position: number;
  people_id: number | null;
  name: string | null;
  curp: string | null;
  outcome: PeopleOutcome;
  people_error: string | null;
  at: Instant;
  texts: string;
};

/** Longer names and numbers are nobody's; the answer itself keeps them whole. */
const MAX_LENGTH = 300;

const cut = (text: string | null): string | null => text && storableText(text, MAX_LENGTH);

/** A row for each person of the answer, in its order; none where it cannot be read. Pure. */
export function peopleRows({ verification_id, read_at, since, body, lookups }: PeopleAnswer): PersonRow[] {
  const ended = new Map<number | null, LookupEnd>(lookups.map((lookup) => [lookup.people_id, lookup]));
  return readable(body).map((told, position): PersonRow => {
    const last = ended.get(told.people_id);
    const { curp } = told.external_identities;
    const person = { ...told, lookup_error: standingError(last, curp, read_at) };
    const texts = [person.full_name, registeredName(person), curp?.applicant_data?.curp ?? null, curp?.search_number];
    return {
      verification_id,
      position,
      people_id: person.people_id,
      name: cut(personName(person)),
      curp: cut(curpOf(person)),
      outcome: peopleOutcome(person),
      people_error: cut(person.lookup_error?.people_error ?? null),
      at: last?.at ?? since,
      texts: [...new Set(texts.map((text) => cut(text ?? null)))].filter(Boolean).join(" "),
    };
  });
}

/** What could not be read was never stored (design §7); should it be, it names nobody. */
function readable(body: string): ReturnType<typeof readPeople> {
  try {
    return readPeople(JSON.parse(body));
  } catch (error) {
    if (error instanceof UnreadableAnswer || error instanceof SyntaxError) return [];
    throw error;
  }
}
