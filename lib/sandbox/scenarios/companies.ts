import { listOf, type Random } from "#lib/sandbox/base/random.ts";
import type { ChangeOf } from "#lib/sandbox/verification/change.ts";

const ACTIVITIES = listOf(
  "Comercializadora, Transportes, Constructora, Distribuidora, Agroindustrias, Inmobiliaria, Logística, Grupo " +
    "Empresarial, Servicios Integrales, Alimentos, Maquinados, Textiles, Consultores, Energía, Refaccionaria",
);
const PLACES = listOf(
  "Sierra Madre, del Bajío, Anáhuac, Tres Ríos, Jacarandas, del Istmo, Cerro de la Silla, Huasteca, Los Ahuehuetes, " +
    "Peña Blanca, Xochitla, Mar de Cortés, El Mezquite, Nueva Galicia, Valle de Allende, Costa Esmeralda, Cempoala, " +
    "Quetzal",
);
const FORMS = listOf(
  "S.A. de C.V., S.A. de C.V., S.A. de C.V., S. de R.L. de C.V., S.A.P.I. de C.V., S.A.S. de C.V., S.C.",
);
const MINOR = new Set(["DE", "DEL", "LA", "LOS", "EL", "Y"]);
const RFC_ALPHABET = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ";
const HOMOCLAVE = "123456789ABCDEFGHIJKLMNPQRSTUVWXYZ";

/** A company with a name from its acta constitutiva, and an RFC with matching date and check digit. */
export function inventCompany(random: Random): ChangeOf<"created">["company"] {
  const name = `${random.pick(ACTIVITIES)} ${random.pick(PLACES)}`;
  const form = random.pick(FORMS);
  const incorporated = new Date(Date.UTC(random.int(1991, 2024), random.int(0, 11), random.int(1, 28)))
    .toISOString()
    .slice(0, 10);
  return {
    legal_name: `${name}, ${form}`,
    legal_form: form,
    rfc: companyRfc(name, incorporated, random.text(HOMOCLAVE, 2)),
    incorporated_on: incorporated,
  };
}

/** RFC of a legal person: three letters of the name, YYMMDD, homoclave, check digit (SAT). */
export function companyRfc(name: string, incorporatedOn: string, homoclave: string): string {
  const words = name
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toUpperCase()
    .split(" ")
    .filter((word) => !MINOR.has(word));
  const [first = "X", second = "X", third] = words;
  const letters = third ? `${first[0]}${second[0]}${third[0]}` : `${first[0]}${second.slice(0, 2).padEnd(2, "X")}`;
  const body = `${letters}${incorporatedOn.replaceAll("-", "").slice(2)}${homoclave}`;
  // The algorithm counts thirteen characters; a company's RFC has twelve and gets a leading space.
  const sum = [...` ${body}`].reduce((total, char, index) => total + RFC_ALPHABET.indexOf(char) * (13 - index), 0);
  const rest = 11 - (sum % 11);
  return `${body}${rest === 11 ? "0" : rest === 10 ? "A" : rest}`;
}
