import type { Pooled } from "#lib/platform/server/db/database.ts";
import { random as randomOf } from "#tools/bench/list/generate.ts";

/** Some names are frequent, some rare: the n-th is chosen in proportion to 1 in n. */
const NAMES =
  "María,José,Guadalupe,Juan,Luis,Ana,Jesús,Carlos,Miguel,Fernanda,Francisco,Alejandra,Verónica,Ángel,Daniela,Héctor,Itzel,Raúl,Ximena,Emiliano,Norma,Óscar,Yolanda,Íñigo,Wendy,Ulises,Zoraida,Néstor,Fabiana,Nepomuceno";
const SURNAMES =
  "Hernández,García,Martínez,López,González,Rodríguez,Pérez,Sánchez,Ramírez,Cruz,Flores,Gómez,Morales,Vázquez,Reyes,Jiménez,Torres,Díaz,Gutiérrez,Ruiz,Mendoza,Aguilar,Ortiz,Moreno,Castillo,Núñez,Ibáñez,Villaseñor,Treviño,Cárdenas,Zepeda,de la Garza,Quiñones,Urrutia,Montes de Oca,Yáñez,Ávila,Camacho,Xicoténcatl,Bautista";
const OUTCOMES: readonly (readonly [string, number])[] = [
  ["curp_format_error", 20],
  ["curp_scrapper_error", 8],
  ["curp_service_unavailable", 3],
  ["other_error", 0.2],
  ["failed", 30],
  ["none", 40],
  ["no_result", 0.1],
];

const random = randomOf(0);

const pick = (list: string, salt: number): string => {
  const count = list.split(",").length;
  return `split_part('${list}', ',', 1 + LEAST(floor(power(${count + 1}, ${random(salt)}))::int - 1, ${count - 1}))`;
};
const letters = (salt: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `chr(65 + floor(${random(salt + index)} * 26)::int)`).join(" || ");

function outcome(): string {
  let reached = 0;
  const cases = OUTCOMES.map(([value, share]) => {
    reached += share;
    return `WHEN ${random(50)} * 1000 < ${reached} THEN '${value}'`;
  });
  return `CASE ${cases.join(" ")} ELSE 'found' END`;
}

/** Fills an empty, migrated database with `count` people, three a verification, as the drain would have left them. */
export async function generatePeople({ pool }: Pooled, count: number): Promise<void> {
  await pool.query(`
    INSERT INTO verification_people (verification_id, position, people_id, name, curp, outcome, people_error, at, texts, tag,
      role, birth_year, told_apart)
    SELECT 'ver_' || substr(md5((n / 3)::text), 1, 20), n % 3, n, name, curp, outcome,
      CASE WHEN outcome LIKE 'curp%' THEN outcome WHEN outcome = 'other_error' THEN 'curp_moon_phase' END,
      now() - ${random(60)} * interval '3 years', name || ' ' || curp, 'EXP-' || (2023 + n % 4) || '-' || lpad((n / 3)::text, 7, '0'),
      CASE WHEN n % 3 = 0 THEN 'legal_representative' ELSE 'shareholder' END, 1900 + substr(curp, 5, 2)::int, true
    FROM (
      SELECT n, concat_ws(' ', ${pick(NAMES, 1)}, CASE WHEN ${random(2)} < 0.6 THEN ${pick(NAMES, 3)} END,
          ${pick(SURNAMES, 4)}, CASE WHEN ${random(5)} < 0.96 THEN ${pick(SURNAMES, 6)} END) AS name,
        ${letters(10, 4)} || to_char(date '1950-01-01' + floor(${random(20)} * 20000)::int, 'YYMMDD')
          || CASE WHEN ${random(21)} < 0.5 THEN 'H' ELSE 'M' END || 'DF' || ${letters(30, 3)}
          || floor(${random(40)} * 10)::int || floor(${random(41)} * 10)::int AS curp,
        ${outcome()} AS outcome
      FROM generate_series(0::bigint, ${count - 1}::bigint) AS n
    ) AS person`);
  await pool.query(`
    INSERT INTO verification_summaries (verification_id, title)
    SELECT verification_id, 'Maderas ' || min(name) || ' SA de CV' FROM verification_people GROUP BY verification_id`);
  await pool.query("VACUUM ANALYZE verification_people, verification_summaries");
}
