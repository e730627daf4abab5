import type { Random } from "#lib/sandbox/random.ts";
import type { Change } from "#lib/sandbox/verification/change.ts";
import type { Placed, Plot } from "./life.ts";
import { curpFound, curpNotFound, curpUnsuccessful, inventPerson, PEOPLE_ERRORS } from "./people.ts";

/**
 * The people of a file and their CURP lookups: shareholders after they are read from the deed (the first item), the
 * representative after the person_id (the third).
 */
export function lookUpPeople(random: Random, plot: Plot) {
  const firstPerson = random.int(3_000, 90_000);
  const firstShareholder = random.int(500, 9_000);
  const people = Array.from({ length: random.int(3, 4) }, (_, index) => {
    const person = inventPerson(random);
    const shareholder = index < 2 || index === 3;
    const found = curpFound(random, person);
    const known = {
      kind: "curp_searched" as const,
      people_id: firstPerson + index,
      ...(shareholder ? { shareholder_id: firstShareholder + index } : {}),
      full_name: person.full_name,
      role: shareholder ? "shareholder" : "legal_representative",
    };
    return { person, known, item: shareholder ? 0 : 2, at: (shareholder ? 0.42 : 0.64) + index * 0.015, found };
  });
  const steps = (firstItem: number): Placed[] =>
    people.flatMap(({ person, known, item, at, found }, index) => {
      const source = firstItem + Math.min(item, plot.items - 1);
      // A lookup that support repeats by hand belongs to no item.
      const success = (time: number, itemId?: number): Placed => ({
        at: time,
        change: { ...known, ...(itemId === undefined ? {} : { item_id: itemId }), result: found } satisfies Change,
      });
      if (index === 1 && plot.lookup) {
        return [{ at, change: { ...known, item_id: source, result: curpUnsuccessful(found, plot.lookup) } }];
      }
      if (index !== 1 || !plot.peopleError) return [success(at, source)];
      const failed: Change = {
        ...known,
        item_id: source,
        result: curpNotFound(person, plot.peopleError),
        people_error: plot.peopleError,
        people_error_message: PEOPLE_ERRORS[plot.peopleError],
      };
      return [{ at, change: failed }, ...(plot.peopleRetry ? [success(0.69)] : [])];
    });
  return { steps, someone: people[1]?.person.full_name ?? "" };
}
