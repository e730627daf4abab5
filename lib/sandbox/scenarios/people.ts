import { listOf, type Random } from "#lib/sandbox/base/random.ts";
import type { Change, ChangeOf } from "#lib/sandbox/verification/change.ts";
import { type Birth, curpOf } from "./curp.ts";
import type { PeopleError, Plot, PlotStep } from "./plot.ts";

const WOMEN = listOf(
  "María Fernanda, Guadalupe, Ximena, Verónica, Ana Lucía, Rosa Elena, Daniela, Leticia, Itzel, María del Carmen, " +
    "Alejandra, Norma Angélica",
);
const MEN = listOf(
  "José Luis, Juan Carlos, Miguel Ángel, Francisco Javier, Alejandro, Héctor, Jesús Antonio, Rodrigo, Emiliano, " +
    "Arturo, José de Jesús, Raúl",
);
const SURNAMES = listOf(
  "Hernández, García, Martínez, Núñez, Ibáñez, Villaseñor, Treviño, Cárdenas, Zepeda, de la Garza, Ochoa, Quiñones, " +
    "Escalante, Peña, Robles, Urrutia, Sandoval, Arellano, Del Río, Montes de Oca, Velázquez, Yáñez, Ávila, Camacho",
);
const STATES = [
  ["DF", "Ciudad de México", "Cuauhtémoc"],
  ["NL", "Nuevo León", "Monterrey"],
  ["JC", "Jalisco", "Zapopan"],
  ["PL", "Puebla", "San Pedro Cholula"],
  ["GT", "Guanajuato", "León"],
  ["QT", "Querétaro", "Corregidora"],
  ["YN", "Yucatán", "Mérida"],
  ["VZ", "Veracruz", "Boca del Río"],
  ["SR", "Sonora", "Hermosillo"],
  ["MC", "Estado de México", "Naucalpan de Juárez"],
  ["OC", "Oaxaca", "Santa Cruz Xoxocotlán"],
  ["MN", "Michoacán", "Morelia"],
] as const;

export type Person = {
  birth: Birth;
  curp: string;
  full_name: string;
  state_name: string;
  municipality: string;
};

/** An adult with a regular CURP; one in twenty-five has no second surname. */
export function inventPerson(random: Random): Person {
  const woman = random.chance(0.5);
  const [state, stateName, municipality] = random.pick(STATES);
  const date = new Date(Date.UTC(random.int(1952, 2003), random.int(0, 11), random.int(1, 28)));
  const birth: Birth = {
    names: woman ? random.pick(WOMEN) : random.pick(MEN),
    first_surname: random.pick(SURNAMES),
    second_surname: random.chance(0.04) ? null : random.pick(SURNAMES),
    gender: woman ? "M" : "H",
    birth_date: date.toISOString().slice(0, 10),
    state,
  };
  return {
    birth,
    curp: curpOf(birth, random.int(0, 9)),
    full_name: [birth.names, birth.first_surname, birth.second_surname].filter(Boolean).join(" "),
    state_name: stateName,
    municipality,
  };
}

type CurpResult = ChangeOf<"curp_searched">["result"];

/** The registry's answer for a known person. */
export function curpFound(random: Random, person: Person): CurpResult {
  const { birth } = person;
  return {
    success: true,
    message: null,
    search_number: person.curp,
    applicant_data: {
      curp: person.curp,
      names: birth.names.toLocaleUpperCase("es-MX"),
      gender: birth.gender === "H" ? "HOMBRE" : "MUJER",
      birth_date: birth.birth_date,
      birth_entity: person.state_name.toLocaleUpperCase("es-MX"),
      nationality: "MEXICO",
      first_surname: birth.first_surname.toLocaleUpperCase("es-MX"),
      second_surname: (birth.second_surname ?? "").toLocaleUpperCase("es-MX"),
      evidentiary_document: "ACTA DE NACIMIENTO",
    },
    evidentiary_document_data: {
      act_number: String(random.int(1, 4200)).padStart(5, "0"),
      registry_date: String(Number(birth.birth_date.slice(0, 4)) + random.int(0, 2)),
      register_entity: person.state_name.toLocaleUpperCase("es-MX"),
      register_municipality: person.municipality.toLocaleUpperCase("es-MX"),
    },
  };
}

/** Codes and causes of the interface (Errors: CURP lookup errors). */
export const PEOPLE_ERRORS = {
  curp_format_error: "La CURP no cumple con el formato requerido.",
  curp_scrapper_error: "No fue posible extraer la información del registro externo.",
  curp_service_unavailable: "El servicio de consulta de CURP no está disponible.",
} as const satisfies Record<PeopleError, string>;

/** A lookup that ended with `error`; for a format error the searched CURP has a dash in place of two characters. */
function curpNotFound(person: Person, error: PeopleError): CurpResult {
  return {
    success: false,
    message: PEOPLE_ERRORS[error],
    search_number: error === "curp_format_error" ? `${person.curp.slice(0, 10)}-${person.curp.slice(12)}` : person.curp,
    applicant_data: null,
    evidentiary_document_data: null,
  };
}

/** A successful lookup without a person; or, `partial`, with the applicant's own data only. */
function curpUnsuccessful(found: CurpResult, ending: "not_found" | "partial"): CurpResult {
  return {
    success: false,
    message:
      ending === "not_found"
        ? "La CURP no se encuentra en el registro."
        : "El registro no tiene el documento probatorio de esta CURP.",
    search_number: found.search_number,
    applicant_data: ending === "partial" ? found.applicant_data : null,
    evidentiary_document_data: null,
  };
}

const REPRESENTATIVE = 2;
/** The deeds of the other people: the index of the document in the file (`companyFile`), and the end of the lookup. */
const OTHER_DEEDS: Record<number, { item: number; at: number }> = {
  1: { item: 3, at: 0.435 },
  3: { item: 5, at: 0.69 },
};
const SECOND_PERSON_ID = 6;

/** Shareholders are read from the articles of incorporation, or from a `pw_mx` and an `aa_mx` too. */
function originOf(index: number, everyDeed: boolean | undefined) {
  if (index === REPRESENTATIVE) return { item: 2, at: 0.67 };
  return (everyDeed && OTHER_DEEDS[index]) || { item: 0, at: 0.42 + index * 0.015 };
}

/**
 * The people of a file and their CURP lookups: shareholders after they are read from a deed, the representative after
 * the person_id.
 */
export function lookUpPeople(random: Random, plot: Plot) {
  const firstPerson = random.int(3_000, 90_000);
  const firstShareholder = random.int(500, 9_000);
  const people = Array.from({ length: plot.everyDeed ? 4 : random.int(3, 4) }, (_, index) => {
    const person = inventPerson(random);
    const shareholder = index !== REPRESENTATIVE;
    const found = curpFound(random, person);
    const known = {
      kind: "curp_searched" as const,
      people_id: firstPerson + index,
      ...(shareholder ? { shareholder_id: firstShareholder + index } : {}),
      full_name: person.full_name,
      role: shareholder ? "shareholder" : "legal_representative",
    };
    return { person, known, found, ...originOf(index, plot.everyDeed) };
  });
  const steps = (firstItem: number): PlotStep[] =>
    people.flatMap(({ person, known, item, at, found }, index) => {
      const source = firstItem + Math.min(item, plot.items - 1);
      // A lookup repeated manually by support belongs to no item.
      const success = (time: number, itemId?: number): PlotStep => ({
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
      const again = plot.repeat === "person_id" ? firstItem + SECOND_PERSON_ID : undefined;
      return [{ at, change: failed }, ...(plot.repeat ? [success(0.69, again)] : [])];
    });
  return { steps, someone: people[1]?.person.full_name ?? "" };
}
